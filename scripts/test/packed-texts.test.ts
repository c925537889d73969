import { expect, test } from "vitest";
import { packedManifest, packedReadme, repositoryAddress } from "../release/packed-texts.ts";

const repository = "https://git.example/team/call-analysis";
const known = { folder: "sdk", version: "1.2.3", repository };
const unknown = { ...known, repository: undefined };

test.each([
  [
    "[Errors](../../docs/guides/errors.md#events)",
    `[Errors](${repository}/blob/v1.2.3/docs/guides/errors.md#events)`,
    "Errors",
  ],
  ["[`src`](src/client.ts)", `[\`src\`](${repository}/blob/v1.2.3/packages/sdk/src/client.ts)`, "`src`"],
  ["![A run](docs/run.svg)", `![A run](${repository}/raw/v1.2.3/packages/sdk/docs/run.svg)`, "A run"],
  ["[npm](https://npmjs.com) and [above](#top)", undefined, undefined],
  ["```md\n[a](b.md)\n```", undefined, undefined],
])("the README's text %j is packed with an address, or without a link", (text, absolute = text, plain = text) => {
  expect(packedReadme(`# A\n\n${text}\n`, known)).toBe(`# A\n\n${absolute}\n`);
  expect(packedReadme(`# A\n\n${text}\n`, unknown)).toBe(`# A\n\n${plain}\n`);
});

test("a manifest names the repository only if it is known", () => {
  const directory = "packages/sdk";
  expect(packedManifest({ name: "a" }, known)).toEqual({
    name: "a",
    repository: { type: "git", url: `git+${repository}.git`, directory },
  });
  expect(packedManifest({ name: "a" }, unknown)).toEqual({ name: "a" });
});

test("the repository's address comes from its variable, or from GitHub's", () => {
  const github = { GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "team/name" };
  expect(repositoryAddress({ ...github, REPOSITORY_URL: `${repository}/` })).toBe(repository);
  expect(repositoryAddress(github)).toBe("https://github.com/team/name");
  expect(repositoryAddress({})).toBeUndefined();
});
