/** Looks at a page as it is: in both themes, in a wide and in a narrow window, and with the eyes of axe. */
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { AxeResults, ElementContext, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

interface Axe {
  run(context: ElementContext, options: RunOptions): Promise<AxeResults>;
}

/** Where the pictures are that `CONSOLE_PICTURES=1` asks for. They are for people; no test reads them. */
const folder = fileURLToPath(new URL("../screenshots/", import.meta.url));
const arePicturesWanted = Boolean(process.env.CONSOLE_PICTURES);

export const wide = { width: 1_280, height: 800 };
export const narrow = { width: 390, height: 844 };

/** What depends on the colours alone, and what on how wide the window is. */
const colourRules = ["color-contrast", "link-in-text-block"];
const widthRules = ["scrollable-region-focusable", "target-size"];

/** Every look, and the rules of axe that can find in it what they do not find in the first. Null stands for all. */
const looks = [
  { theme: "light", window: wide, rules: null },
  { theme: "dark", window: narrow, rules: [...colourRules, ...widthRules] },
  { theme: "dark", window: wide, rules: colourRules },
  { theme: "light", window: narrow, rules: colourRules },
] as const;

/** Without the last ones: what one width alone shows is around every page, so that a test of one has all of them. */
const usualLooks = looks.slice(0, 2);

/** What the usual looks leave out: the navigation and the clock, which a test of one width sees. */
const aroundEveryPage = ["aside", "section[aria-label=Clock]"];

/** What is too wide for a narrow window alone is seen there, in whatever theme. */
const glances = [{ theme: null, window: narrow, rules: null }] as const;

type Look = (typeof looks | typeof glances)[number];

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Expects that what a page shows at present can be used by everybody and scrolls sideways nowhere.
 *
 * The page keeps the theme and the window of the last look.
 *
 * @param name what the page shows; its pictures are `NAME-THEME-WIDTH.png`
 * @param options.isOfOneWidth whether it shows what only wide, or only narrow, windows have
 */
export async function lookAt(page: Page, name: string, { isOfOneWidth = false } = {}): Promise<void> {
  const chosen = isOfOneWidth || arePicturesWanted ? looks : usualLooks;
  const seen = chosen === usualLooks ? aroundEveryPage : [];
  await inLooks({ page, chosen }, async ({ theme, window, rules }) => {
    const where = `${name}, ${theme}, ${window.width} pixels wide`;
    await takePicture(page, `${name}-${theme}-${window.width}`);
    expect(await sidewaysScroll(page), where).toBe(0);
    expect(await violations(page, { rules, seen }), where).toEqual([]);
  });
}

/** The same without axe, for what is made of the parts of another state that `lookAt()` sees, such as a further error. */
export async function glanceAt(page: Page, name: string): Promise<void> {
  const chosen = arePicturesWanted ? looks : glances;
  const before = page.viewportSize();
  await inLooks({ page, chosen }, async ({ theme, window }) => {
    await takePicture(page, `${name}-${theme}-${window.width}`);
    expect(await sidewaysScroll(page), `${name}, ${window.width} pixels wide`).toBe(0);
  });
  if (before) await page.setViewportSize(before);
}

/** Begins with the window that the page has: to change it, or the theme, draws the whole page anew. */
async function inLooks(
  { page, chosen }: { page: Page; chosen: readonly Look[] },
  look: (each: Look) => Promise<void>,
): Promise<void> {
  const isNarrow = page.viewportSize()?.width === narrow.width;
  for (const each of isNarrow ? chosen.toReversed() : chosen) {
    await Promise.all([
      each.theme && page.emulateMedia({ colorScheme: each.theme }),
      page.setViewportSize(each.window),
    ]);
    // Two frames, so that what follows the size of the window has followed.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    if (each.theme)
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(each.theme);
    await look(each);
  }
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (!arePicturesWanted) return;
  await mkdir(folder, { recursive: true });
  // Without `caret` the browser would add a style, which the page's policy does not allow.
  await page.screenshot({ path: `${folder}${name}.png`, caret: "initial" });
}

/** How many pixels of the page are beyond the window. */
function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const scrolled = [document.documentElement, ...document.querySelectorAll("main")];
    return Math.max(...scrolled.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });
}

/** What axe finds, as texts. */
async function violations(
  page: Page,
  { rules, seen }: { rules: readonly string[] | null; seen: string[] },
): Promise<string[]> {
  // Once a page: it stays until the page is loaded again. The page's policy does not stop the browser's protocol.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(`(() => { ${axe} })()`);
  return page.evaluate(
    async ({ values, excluded }) => {
      // Base UI's guards send the focus on as soon as they have it.
      const checked = { exclude: ["[data-base-ui-focus-guard]", ...excluded] };
      const results = await (window as unknown as { axe: Axe }).axe.run(checked, {
        ...(values && { runOnly: { type: "rule", values } }),
        resultTypes: ["violations"],
        // It would copy the styles of shadow roots into elements that the page's policy does not allow.
        preload: false,
      });
      return results.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
      );
    },
    { values: rules && [...rules], excluded: seen },
  );
}
