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

/** A browser that starts on this machine. */
export interface FoundBrowser {
  executablePath: string;
  /** Environment variables that it needs besides the machine's own. */
  environment: Record<string, string>;
}

/** The result of a search. */
export type Search = { browser: FoundBrowser } | { browser: undefined; why: string };

const execute = promisify(execFile);
const root = join(import.meta.dirname, "../..");

/**
 * The first browser that starts, or why there is none.
 *
 * @throws {Error} when no browser starts at `CHROME_PATH`
 */
export async function findBrowser(): Promise<Search> {
  const { CHROME_PATH: chromePath, TEST_BROWSER: source } = process.env;
  if (chromePath) {
    const browser = { executablePath: chromePath, environment: {} };
    if (await starts(browser)) return { browser };
    throw new Error(`CHROME_PATH is "${chromePath}", and no browser starts there. Correct it, or leave it out.`);
  }
  for (const executablePath of source === "npm" ? [] : installedPaths()) {
    const browser = { executablePath, environment: {} };
    if (await starts(browser)) return { browser };
  }
  const none = (why: string) => ({ browser: undefined, why: `no Chrome, Chromium or Edge is installed, and ${why}` });
  if (process.platform !== "linux" || process.arch !== "x64")
    return none(`the one from npm is not for ${process.platform} on ${process.arch}`);
  const browser = await unpackNpmBrowser();
  return (await starts(browser)) ? { browser } : none("the one from npm does not start");
}

/** The usual places of Chrome, Chromium and Edge. */
function installedPaths(): string[] {
  if (process.platform === "darwin") {
    return ["Google Chrome", "Chromium", "Microsoft Edge"].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform === "win32") {
    const { PROGRAMFILES, LOCALAPPDATA, "PROGRAMFILES(X86)": programs32 } = process.env;
    const folders = [PROGRAMFILES, programs32, LOCALAPPDATA];
    const programs = ["Google\\Chrome\\Application\\chrome.exe", "Microsoft\\Edge\\Application\\msedge.exe"];
    return programs.flatMap((program) => folders.filter(Boolean).map((folder) => `${folder}\\${program}`));
  }
  const names = ["google-chrome-stable", "google-chrome", "chromium", "chromium-browser", "microsoft-edge-stable"];
  return [...names.map((name) => `/usr/bin/${name}`), "/opt/google/chrome/chrome", "/snap/bin/chromium"];
}

/** Starts it for a moment: a file at the right place may be a stub, or lack the libraries that it needs. */
async function starts({ executablePath, environment }: FoundBrowser): Promise<boolean> {
  try {
    await access(executablePath);
    // On Windows `--version` opens a window.
    if (process.platform === "win32") return true;
    await execute(executablePath, ["--version"], { env: { ...process.env, ...environment }, timeout: 60_000 });
    return true;
  } catch {
    return false;
  }
}

/** Unpacks the browser from npm once for each version, which takes two seconds and 210 MB. */
async function unpackNpmBrowser(): Promise<FoundBrowser> {
  const { version } = JSON.parse(await readFile(join(root, "node_modules/@sparticuz/chromium/package.json"), "utf8"));
  const caches = join(root, "node_modules/.cache");
  const folder = join(caches, `chromium-${version}`);
  const browser = {
    executablePath: join(folder, "chromium"),
    // The shared libraries and fonts that a minimal machine does not have.
    environment: { LD_LIBRARY_PATH: join(folder, "al2023/lib"), FONTCONFIG_PATH: join(folder, "fonts") },
  };
  const isUnpacked = await access(browser.executablePath).then(
    () => true,
    () => false,
  );
  if (isUnpacked) return browser;
  await mkdir(caches, { recursive: true });
  const unpacking = await mkdtemp(`${folder}-`);
  try {
    await inflateInto(unpacking, folder);
  } catch (error) {
    await rm(unpacking, { recursive: true, force: true });
    throw error;
  }
  // In one step, so that no run starts an incomplete browser. If another run was first, its folder stays.
  await rename(unpacking, folder).catch(() => rm(unpacking, { recursive: true, force: true }));
  return browser;
}

/** Makes the package unpack itself. It reads the temporary folder and the name of a cloud's runtime. */
async function inflateInto(folder: string, finalFolder: string): Promise<void> {
  const program = 'import browser from "@sparticuz/chromium"; await browser.executablePath();';
  // The cloud's runtime makes it unpack its shared libraries too.
  const env = { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: "nodejs22.x" };
  await execute(process.execPath, ["--input-type=module", "--eval", program], { cwd: root, env });
  const fontSettings = join(folder, "fonts/fonts.conf");
  const settings = await readFile(fontSettings, "utf8");
  await writeFile(fontSettings, settings.replaceAll("/tmp/fonts", join(finalFolder, "fonts")));
}
