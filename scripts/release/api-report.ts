/**
 * Writes what each entry of the published packages exports to `packages/<package>/api/<entry>.api.md`, so that a review
 * sees the public API change. With `--check`, writes nothing and fails when a report is out of date.
 *
 * Needs a build: it reads the types in `dist`.
 */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";
import { type PublicPackage, publicPackages } from "./public-packages.ts";

const check = process.argv.includes("--check");
const outdated = publicPackages().flatMap(writeReports);
if (outdated.length > 0) {
  console.error(`The public API is not as in its report: ${outdated.join(", ")}.`);
  console.error("If you meant to change it, run `npx -y pnpm@12 api` and commit the report.");
  process.exitCode = 1;
}

/** Returns the reports that are out of date. Without `--check` they are written anew, so there are none. */
function writeReports(each: PublicPackage): string[] {
  const configurations = typedEntries(each).map((entry) => configuration(each, entry));
  const [first] = configurations;
  if (first === undefined) return [];
  // One program, which has all of `dist`.
  const compilerState = CompilerState.create(first);
  return configurations.flatMap((prepared) => {
    const { apiReportChanged } = Extractor.invoke(prepared, {
      localBuild: !check,
      compilerState,
      messageCallback: (message) => {
        message.logLevel = ExtractorLogLevel.None;
      },
    });
    return check && apiReportChanged ? [`packages/${each.folder}/api/${basename(prepared.reportFilePath)}`] : [];
  });
}

function typedEntries(each: PublicPackage) {
  return Object.entries(each.manifest.exports ?? {}).flatMap(([path, target]) => {
    const types = typeof target === "object" ? target.import?.types : undefined;
    return types ? [{ name: path === "." ? "index" : path.slice(2), types }] : [];
  });
}

function configuration({ path }: PublicPackage, { name, types }: { name: string; types: string }): ExtractorConfig {
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: path,
      mainEntryPointFilePath: join(path, types),
      newlineKind: "lf",
      compiler: { overrideTsconfig: compilerOptions(path), skipLibCheck: true },
      apiReport: {
        enabled: true,
        reportFileName: `${name}.api.md`,
        reportFolder: join(path, "api"),
        reportTempFolder: join(path, "node_modules/.cache/api"),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: { extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } } },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(path, "package.json"),
  });
}

/** As an application that uses the package compiles it: from the published types, not from the sources. */
function compilerOptions(path: string): object {
  const { compilerOptions } = JSON.parse(readFileSync(join(path, "../../tsconfig.base.json"), "utf8"));
  return { compilerOptions: { ...compilerOptions, types: ["node"], paths: {} }, include: [join(path, "dist")] };
}
