/**
 * What a package says on npm, where there is no repository beside it: links of its README lead to the repository's address,
 * and its manifest names that. Where the address is not known, links that leave the package become plain text.
 */
import { posix } from "node:path";

/** Where a package is in the repository, and the repository on the web. */
export interface PackedFrom {
  /** The folder's name in `packages/`. */
  folder: string;
  version: string;
  /** Without a slash at its end. Undefined when it is not known. */
  repository: string | undefined;
}

/** The address of the repository: from `REPOSITORY_URL`, or from the variables that GitHub sets for a workflow. */
export function repositoryAddress(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const { REPOSITORY_URL, GITHUB_SERVER_URL, GITHUB_REPOSITORY } = environment;
  if (REPOSITORY_URL) return REPOSITORY_URL.replace(/\/$/, "");
  return GITHUB_SERVER_URL && GITHUB_REPOSITORY ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}` : undefined;
}

/** The README as npm shows it. Code stays as it is. */
export function packedReadme(readme: string, from: PackedFrom): string {
  const parts = readme.split(/(^```[\s\S]*?^```$)/m);
  return parts.map((part) => (part.startsWith("```") ? part : withAbsoluteLinks(part, from))).join("");
}

function withAbsoluteLinks(text: string, { folder, version, repository }: PackedFrom): string {
  return text.replaceAll(
    /(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)\s]+)\)/g,
    (_, image: string, label: string, href: string) => {
      if (repository === undefined) return label;
      const path = posix.join("packages", folder, href);
      return `${image}[${label}](${repository}/${image ? "raw" : "blob"}/v${version}/${path})`;
    },
  );
}

/** The manifest with the repository in it, which npm compares with the provenance. */
export function packedManifest<Manifest extends object>(
  manifest: Manifest,
  { folder, repository }: PackedFrom,
): object {
  if (repository === undefined) return manifest;
  return { ...manifest, repository: { type: "git", url: `git+${repository}.git`, directory: `packages/${folder}` } };
}
