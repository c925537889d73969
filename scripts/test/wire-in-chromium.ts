/** Creations that a page in Chromium sends. */
import { join } from "node:path";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { newContext } from "../browser/launch-browser.ts";
import { root } from "./consumer-projects.ts";
import type { CreationRequest } from "./wire-table.ts";

/** What the page's script puts into `window`. */
interface ClientInPage {
  client: typeof import("@call-analysis/sdk");
}

/** A page's script with the client as it was built. */
export async function bundleClient(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: 'export * from "@call-analysis/sdk"', resolveDir: join(root, "examples/quickstart") },
    bundle: true,
    format: "iife",
    globalName: "client",
    platform: "browser",
    write: false,
    // An empty configuration: the repository's own has paths to the sources.
    tsconfigRaw: {},
  });
  return outputFiles[0]?.text ?? "";
}

/** Sends creations, each from a page of its service, by the client's script or, without one, by a plain `fetch`. */
export async function sendInChromium(
  browser: Browser,
  requests: CreationRequest[],
  script?: string,
): Promise<string[]> {
  const outcomes: string[] = [];
  const context = await newContext(browser, { ignoreHTTPSErrors: true });
  const page = await context.newPage();
  for (const { origin } of requests) {
    await page.goto(`${origin}/`);
    if (script) await page.addScriptTag({ content: script });
    outcomes.push(await (script ? createByClient(page) : createByFetch(page)));
  }
  await context.close();
  return outcomes;
}

function createByClient(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { CallAnalysis } = (window as unknown as ClientInPage).client;
    const address = { baseUrl: `${location.origin}/v1`, dangerouslyAllowBrowser: true };
    const sdk = new CallAnalysis({ apiKey: "test-key", retry: false, ...address });
    await sdk.agents.list();
    const call = { memberId: "mem_1", categoryId: "cat_1", audio_url: "https://recordings.example.com/a.wav" };
    const created = sdk.calls.create(call).then(() => "done");
    return created.catch((error) => error.code);
  });
}

function createByFetch(page: Page): Promise<string> {
  return page.evaluate(async () => {
    await (await fetch("/v1/agents")).text();
    const created = fetch("/v1/calls", { method: "POST", body: "{}" }).then(() => "done");
    return created.catch((error) => error.name);
  });
}
