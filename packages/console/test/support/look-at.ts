/** Looks at a page as it is: in both themes, in a wide and in a narrow window, and with the eyes of axe. */
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

interface Axe {
  run(options: { preload: boolean }): Promise<AxeResults>;
}

/** Where the pictures are; look at them. */
const folder = fileURLToPath(new URL("../screenshots/", import.meta.url));

const windows = [
  { width: 1_280, height: 800 },
  { width: 390, height: 844 },
];

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Takes pictures of what a page shows at present, and expects that it can be used by everybody and scrolls sideways
 * nowhere.
 *
 * @param name the pictures are `NAME-THEME-WIDTH.png`
 */
export async function lookAt(page: Page, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const before = page.viewportSize();
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    for (const window of windows) {
      await page.setViewportSize(window);
      // Two frames, so that what follows the size of the window has followed.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      // Without `caret` the browser would add a style, which the page's policy does not allow.
      await page.screenshot({ path: `${folder}${name}-${theme}-${window.width}.png`, caret: "initial" });
      const where = `${name}, ${theme}, ${window.width} pixels wide`;
      expect(await sidewaysScroll(page), where).toBe(0);
      expect(await violations(page), where).toEqual([]);
    }
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  if (before) await page.setViewportSize(before);
}

/** How many pixels of the page are beyond the window. */
function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const scrolled = [document.documentElement, ...document.querySelectorAll("main")];
    return Math.max(...scrolled.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });
}

/** What axe finds, as texts. It is evaluated by the browser's protocol, which the page's policy does not stop. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(`window.axe || (() => { ${axe} })()`);
  // `preload` would copy the styles of shadow roots into elements that the page's policy does not allow.
  const results = await page.evaluate(() => (window as unknown as { axe: Axe }).axe.run({ preload: false }));
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
  );
}
