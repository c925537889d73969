/**
 * Publishes the packages to npm, each version once: what the registry has already is left out, so a run that failed in
 * the middle can be repeated. All packages have the same version.
 *
 * `--dry-run` publishes nothing and prints what would be in each package.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PublicPackage, publicPackages } from "./public-packages.ts";

const dryRun = process.argv.includes("--dry-run");
const packages = publicPackages();
const versions = new Set(packages.map(({ manifest }) => manifest.version));
if (versions.size > 1) {
  console.error(`The packages have different versions: ${[...versions].join(", ")}. Run \`npx changeset version\`.`);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), "call-analysis-publish-"));
try {
  for (const each of packages) publish(each);
} finally {
  rmSync(folder, { recursive: true });
}

function publish(each: PublicPackage): void {
  const { name, version } = each.manifest;
  if (!dryRun && isPublished(each)) {
    console.log(`${name}@${version} is on the registry already.`);
    return;
  }
  const options = dryRun ? ["--dry-run"] : ["--provenance"];
  execFileSync("npm", ["publish", pack(each), "--access", "public", ...options], { stdio: "inherit" });
}

/** Packs by pnpm, which writes versions in place of `workspace:` and `catalog:`. Returns the tarball's path. */
function pack({ path }: PublicPackage): string {
  const destination = mkdtempSync(join(folder, "package-"));
  execFileSync("npx", ["-y", "pnpm@12", "pack", "--pack-destination", destination], { cwd: path, stdio: "ignore" });
  const [tarball = ""] = readdirSync(destination);
  return join(destination, tarball);
}

function isPublished({ manifest }: PublicPackage): boolean {
  const { status, stdout, stderr } = spawnSync("npm", ["view", `${manifest.name}@${manifest.version}`, "version"], {
    encoding: "utf8",
  });
  if (status === 0) return stdout.trim() !== "";
  if (stderr.includes("E404")) return false;
  throw new Error(`npm could not say whether ${manifest.name}@${manifest.version} is published.\n${stderr}`);
}
