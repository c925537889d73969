/** A page of the console as it is drawn and used, without a browser: in jsdom, with a fake in the same process. */
import "./as-in-browser.ts";
import { createMockService, type MockService } from "@call-analysis/mock";
import { CallAnalysis } from "@call-analysis/sdk";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRouter, RouterProvider } from "@tanstack/react-router";
import { configure, fireEvent, screen, waitFor } from "@testing-library/dom";
import { createElement } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { onTestFinished } from "vitest";
import { type Connection, ConnectionContext, clientsOf } from "../../src/connection/connection.ts";
import { Control } from "../../src/connection/control.ts";
import { keepFresh } from "../../src/data/freshness.ts";
import { router as applicationRouter } from "../../src/router.tsx";

configure({
  // The default is a second, which is short on a busy machine.
  asyncUtilTimeout: 60_000,
  // A test goes on when the page has drawn what followed from an event, and what it waited for.
  eventWrapper: (dispatch) => flushSync(dispatch),
  asyncWrapper: async (wait) => {
    const found = await wait();
    await new Promise((resolve) => setTimeout(resolve));
    return found;
  },
  // Made at each look for an element that is not there yet: the default writes the whole page as HTML each time.
  getElementError: (message) => new Error(`${message}\nThe page says: ${document.body.textContent}`),
});

const origin = "https://fake.test";

/** Of the page that is shown. */
let router = applicationRouter;
let removePage = () => {};

/** What a page can be drawn with. */
export interface DrawOptions {
  /** @default the demo */
  service?: MockService;
  /** Stands before the service. */
  fetch?: typeof globalThis.fetch;
}

/** A fake that can be drawn. */
export function drawable(options: Parameters<typeof createMockService>[0] = {}): MockService {
  const addresses = { baseUrl: `${origin}/v1`, campaignBaseUrl: origin, storageUrl: `${origin}/storage` };
  return createMockService({ ...addresses, controlUrl: `${origin}/__mock__`, ...options });
}

/** Draws the page at an address, such as `/agents`, until the test has ended. Gives its service. */
export async function draw(path: string, options: DrawOptions = {}): Promise<MockService> {
  const { service = drawable() } = options;
  const { fetch = service.fetch } = options;
  const connection = await connect(fetch);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  router = createRouter({ ...applicationRouter.options, history: createMemoryHistory({ initialEntries: [path] }) });
  const pages = createElement(RouterProvider, { router });
  const connected = createElement(ConnectionContext, { value: connection }, pages);
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  root.render(createElement(QueryClientProvider, { client: queries }, connected));
  removePage = () => {
    root.unmount();
    document.body.replaceChildren();
  };
  const stop = keepFresh(queries, connection);
  onTestFinished(() => {
    stop();
    removePage();
    queries.clear();
    localStorage.clear();
  });
  return service;
}

/** Draws the page that is shown again, as after a reload; or another one. */
export async function drawAgain(service: MockService, path = address()): Promise<void> {
  removePage();
  await draw(path, { service });
}

/** A service of which one response is another, as long as there is one. */
export function insteadOf(
  service: MockService,
  urlPart: string,
  respond: (url: string) => Response | undefined,
): typeof globalThis.fetch {
  return async (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    return (url.includes(urlPart) && respond(url)) || service.fetch(input, init);
  };
}

/** The part of the address that names the page, and what is filtered and sorted. */
export function address(): string {
  return router.state.location.href;
}

/** A client that is not the console. */
export function clientOf(service: MockService): CallAnalysis {
  const options = { ...service.clientOptions({ fast: true }), fetch: service.fetch, retry: false as const };
  return new CallAnalysis({ ...options, dangerouslyAllowBrowser: true });
}

/** Waits for an element that says this, among others. */
export function see(text: string | RegExp): Promise<HTMLElement> {
  return screen.findByText(text, { exact: false });
}

/** Presses a button or follows a link, once it is there. */
export async function press(name: string | RegExp, role: "button" | "link" | "checkbox" = "button"): Promise<void> {
  fireEvent.click(await screen.findByRole(role, { name }));
}

/** Fills in a field, or chooses in it, once it is there. */
export async function fill(label: string, value: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
}

/** Opens the choices of a combobox, once it is there. */
export async function openChoices(label: string): Promise<HTMLElement[]> {
  fireEvent.mouseDown(await screen.findByRole("combobox", { name: label }));
  return screen.findAllByRole("option");
}

/** Chooses a file in the field that the page or its dialog has for one. */
export async function chooseFile(name: string, content: BlobPart, type = ""): Promise<void> {
  const field = await waitFor(() => {
    const [found] = [...document.querySelectorAll("input[type=file]")].reverse();
    if (!found) throw new Error("The page has no field for a file.");
    return found;
  });
  fireEvent.change(field, { target: { files: [new File([content], name, { type })] } });
}

async function connect(fetch: typeof globalThis.fetch): Promise<Connection> {
  const control = new Control({ url: `${origin}/__mock__`, fetch });
  const organizations = await control.organizations();
  const [organization] = organizations;
  if (!organization) throw new Error("The fake has no organization.");
  const addresses = { baseUrl: `${origin}/v1`, campaignBaseUrl: origin };
  const clients = clientsOf({ control, ...addresses, apiKey: organization.key, fetch });
  return { kind: "in page", control, organization, organizations, ...clients };
}
