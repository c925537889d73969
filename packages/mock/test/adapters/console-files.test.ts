import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { ConsoleFiles } from "../../src/adapters/http/console-files.js";

const html =
  '<html data-served-by="files"><meta property="csp-nonce" nonce="__CSP_NONCE__"><script nonce="__CSP_NONCE__">';

/** The files of a built console, in a folder that is removed after the test. */
async function built() {
  const folder = await mkdtemp(join(tmpdir(), "console-files-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), html);
  await writeFile(join(folder, "secret.js"), "no asset");
  await writeFile(join(folder, "assets/index-1a.js"), "run()");
  const files = ConsoleFiles.open(pathToFileURL(`${folder}/`));
  if (!files) throw new Error("The files were not found.");
  return { files, folder };
}

test("each page has its own nonce, the same in its text and in its policy, and is not stored", async () => {
  const { files } = await built();
  const nonces = [files.page(), files.page()].map(({ body, headers }) => {
    const [, nonce] = /nonce-([^']+)'/.exec(headers["content-security-policy"] ?? "") ?? [];
    expect(body).toBe(html.replaceAll("__CSP_NONCE__", nonce ?? "").replace('"files"', '"fake"'));
    expect(headers["cache-control"]).toBe("no-store");
    return nonce;
  });
  expect(new Set(nonces).size).toBe(2);
});

test("assets never change, and are served with their type below every address of the control interface", async () => {
  const { files } = await built();
  for (const path of ["/__mock__/assets/index-1a.js", "/fake/__mock__/assets/index-1a.js?x=1"]) {
    const asset = files.asset(path);
    expect(String(asset?.body)).toBe("run()");
    expect(asset?.headers).toMatchObject({ "content-type": "text/javascript; charset=utf-8" });
    expect(asset?.headers["cache-control"]).toContain("immutable");
  }
});

test("only listed files are served, whatever the path says", async () => {
  const { files, folder } = await built();
  await writeFile(join(folder, "assets/later.js"), "not listed");
  for (const name of ["later.js", "../secret.js", "..%2Fsecret.js", "", "index-1a.js/", "index-1a.js%00"]) {
    expect([name, files.asset(`/__mock__/assets/${name}`)]).toEqual([name, undefined]);
  }
});

test("there are no files where the console was not built", () => {
  expect(ConsoleFiles.open(pathToFileURL(join(tmpdir(), "nowhere/")))).toBe(undefined);
});
