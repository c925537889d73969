/**
 * Finds the browser that the tests run in, in this order: `CHROME_PATH`; an installed Chrome, Chromium or Edge;
 * the Chromium that `@sparticuz/chromium` brings from npm, for Linux on x64.
 *
 * `TEST_BROWSER=npm` leaves installed browsers out.
 */
import { execFile } from "node:child_process";
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);
const root = join(import.meta.dirname, "../..");

const installed = [
  "/usr/bin/google-chrome-stable",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/microsoft-edge-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/**
 * The path of the first browser that starts, or why there is none.
 *
 * @throws {Error} when no browser starts at `CHROME_PATH`
 */
export async function findBrowser(): Promise<{ path: string } | { path: undefined; why: string }> {
  const { CHROME_PATH: chromePath, TEST_BROWSER: source } = process.env;
  if (chromePath) {
    if (await starts(chromePath)) return { path: chromePath };
    throw new Error(`CHROME_PATH is "${chromePath}", and no browser starts there. Correct it, or leave it out.`);
  }
  for (const path of source === "npm" ? [] : installed) if (await starts(path)) return { path };
  const none = (why: string) => ({ path: undefined, why: `no Chrome, Chromium or Edge is installed, and ${why}` });
  if (process.platform !== "linux" || process.arch !== "x64")
    return none(`the one from npm is not for ${process.platform} on ${process.arch}`);
  const path = await unpackNpmBrowser();
  return (await starts(path)) ? { path } : none("the one from npm does not start");
}

/** Starts it for a moment: a file at the right place may be a stub, or lack the libraries that it needs. */
async function starts(path: string): Promise<boolean> {
  try {
    await access(path);
    // On Windows `--version` opens a window.
    if (process.platform !== "win32") await execute(path, ["--version"], { timeout: 60_000 });
    return true;
  } catch {
    return false;
  }
}

/** Unpacks the browser from npm once for each version, which takes two seconds and 210 MB. */
async function unpackNpmBrowser(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, "node_modules/@sparticuz/chromium/package.json"), "utf8"));
  const caches = join(root, "node_modules/.cache");
  const folder = join(caches, `chromium-of-npm-${version}`);
  const path = join(folder, "start");
  if (await starts(path)) return path;
  await mkdir(caches, { recursive: true });
  const unpacking = await mkdtemp(`${folder}-`);
  const program = 'import browser from "@sparticuz/chromium"; await browser.executablePath();';
  // The cloud's runtime makes it unpack its shared libraries too.
  const env = { ...process.env, TMPDIR: unpacking, AWS_LAMBDA_JS_RUNTIME: "nodejs22.x" };
  await execute(process.execPath, ["--input-type=module", "--eval", program], { cwd: root, env });
  const fontSettings = join(unpacking, "fonts/fonts.conf");
  const settings = await readFile(fontSettings, "utf8");
  await writeFile(fontSettings, settings.replaceAll("/tmp/fonts", join(folder, "fonts")));
  // With the shared libraries and fonts that a minimal machine does not have.
  const variables = `LD_LIBRARY_PATH='${folder}/al2023/lib' FONTCONFIG_PATH='${folder}/fonts'`;
  const script = `#!/bin/sh\nexport ${variables}\nexec '${folder}/chromium' "$@"\n`;
  await writeFile(join(unpacking, "start"), script, { mode: 0o755 });
  // In one step, so that no run starts an incomplete browser. If another run was first, its folder stays.
  await rename(unpacking, folder).catch(() => rm(unpacking, { recursive: true, force: true }));
  return path;
}
