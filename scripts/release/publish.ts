/**
 * Publishes the packages to npm, each version once: what the registry has already is left out, so a run that failed in
 * the middle can be repeated. All packages have the same version. Links of their READMEs lead to the repository, whose
 * address `REPOSITORY_URL` or GitHub's own variables give.
 *
 * `--dry-run` publishes nothing and prints what would be in each package. `--packed <folder>` takes tarballs that are there
 * already.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { packPackages, tarballsIn } from "../test/consumer-projects.ts";
import { packedManifest, packedReadme, repositoryAddress } from "./packed-texts.ts";
import { type PublicPackage, publicPackages } from "./public-packages.ts";

const { "dry-run": dryRun, packed } = parseArgs({
  options: { "dry-run": { type: "boolean", default: false }, packed: { type: "string" } },
}).values;
const packages = publicPackages();
const versions = new Set(packages.map(({ manifest }) => manifest.version));
if (versions.size > 1) {
  console.error(`The packages have different versions: ${[...versions].join(", ")}. Run \`npx changeset version\`.`);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), "call-analysis-publish-"));
try {
  const tarballs = packed ? await tarballsIn(packed) : await packPackages(folder);
  for (const each of packages) publish(each, tarballs);
} finally {
  rmSync(folder, { recursive: true });
}

function publish(each: PublicPackage, tarballs: string[]): void {
  const { name, version } = each.manifest;
  if (!dryRun && isPublished(each)) {
    console.log(`${name}@${version} is on the registry already.`);
    return;
  }
  const options = dryRun ? ["--dry-run"] : ["--provenance"];
  execFileSync("npm", ["publish", forNpm(each, tarballOf(each, tarballs)), "--access", "public", ...options], {
    stdio: "inherit",
  });
}

/** The package in a folder, with what its README and its manifest say on npm. */
function forNpm({ folder: name, manifest }: PublicPackage, tarball: string): string {
  const target = join(folder, name);
  mkdirSync(target);
  execFileSync("tar", ["-xzf", tarball, "-C", target]);
  const from = { folder: name, version: manifest.version, repository: repositoryAddress() };
  rewrite(join(target, "package/README.md"), (text) => packedReadme(text, from));
  rewrite(join(target, "package/package.json"), (text) =>
    JSON.stringify(packedManifest(JSON.parse(text), from), undefined, 2),
  );
  return join(target, "package");
}

function rewrite(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, "utf8")));
}

function tarballOf({ folder, manifest }: PublicPackage, tarballs: string[]): string {
  const name = `call-analysis-${folder}-${manifest.version}.tgz`;
  const found = tarballs.find((path) => basename(path) === name);
  if (!found) throw new Error(`${name} is not packed.`);
  return found;
}

function isPublished({ manifest }: PublicPackage): boolean {
  const { status, stdout, stderr } = spawnSync("npm", ["view", `${manifest.name}@${manifest.version}`, "version"], {
    encoding: "utf8",
  });
  if (status === 0) return stdout.trim() !== "";
  if (stderr.includes("E404")) return false;
  throw new Error(`npm could not say whether ${manifest.name}@${manifest.version} is published.\n${stderr}`);
}
