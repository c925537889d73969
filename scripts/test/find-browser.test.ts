import { expect, test } from "vitest";
import { findBrowser, type SearchOptions } from "../browser/find-browser.ts";

const fromNpm = { executablePath: "/cache/chromium", environment: { LD_LIBRARY_PATH: "/cache/lib" } };

/** Searches a machine on which the programs at these paths start. */
function search(startable: string[], options: SearchOptions = {}) {
  return findBrowser({
    environment: {},
    platform: "linux",
    architecture: "x64",
    start: async ({ executablePath }) => {
      if (!startable.includes(executablePath)) throw new Error(`spawn ${executablePath} ENOENT`);
    },
    unpack: async () => fromNpm,
    ...options,
  });
}

test("CHROME_PATH comes before every other browser", async () => {
  const found = await search(["/my/chrome", "/usr/bin/chromium"], {
    environment: { CHROME_PATH: "/my/chrome", TEST_BROWSER: "npm" },
  });
  expect(found.browser?.executablePath).toBe("/my/chrome");
});

test("a CHROME_PATH at which no browser starts is an error that names it, although another browser is there", async () => {
  const searching = search(["/usr/bin/chromium"], { environment: { CHROME_PATH: "/my/chrome" } });
  await expect(searching).rejects.toThrow('CHROME_PATH is "/my/chrome"');
});

test.each([
  ["linux", "/usr/bin/chromium"],
  ["darwin", "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"],
  ["win32", "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe"],
])("on %s an installed browser is found at %s, before the one from npm", async (platform, path) => {
  const environment = { PROGRAMFILES: "C:\\Program Files", "PROGRAMFILES(X86)": "C:\\Program Files (x86)" };
  const found = await search([path, fromNpm.executablePath], { platform, environment });
  expect(found).toEqual({ browser: { executablePath: path, environment: {} } });
});

test("where no installed browser starts, the one from npm is taken, with its libraries", async () => {
  expect(await search([fromNpm.executablePath])).toEqual({ browser: fromNpm });
});

test("TEST_BROWSER=npm leaves installed browsers out", async () => {
  const startable = ["/usr/bin/chromium", fromNpm.executablePath];
  expect(await search(startable, { environment: { TEST_BROWSER: "npm" } })).toEqual({ browser: fromNpm });
});

test.each([
  ["linux", "arm64"],
  ["darwin", "arm64"],
  ["win32", "x64"],
])("on %s and %s there is no browser from npm", async (platform, architecture) => {
  const found = await search([fromNpm.executablePath], { platform, architecture });
  expect(found).toEqual({ browser: undefined, why: expect.stringContaining(`not for ${platform} on ${architecture}`) });
});

test("a browser from npm that does not start counts as none, and what it said is kept", async () => {
  const found = await search([]);
  expect(found).toEqual({ browser: undefined, why: expect.stringContaining("spawn /cache/chromium ENOENT") });
});
