/**
 * The adapter for web pages: the service runs in the page, and msw's service worker passes the page's requests to it.
 */
import { setupWorker } from "msw/browser";
import type { MockServiceOptions } from "../options.js";
import { createMockService, type MockService } from "../service.js";
import { createHandlers } from "./msw.js";

/** Options of the service and of the worker. */
export interface MockWorkerOptions extends MockServiceOptions {
  /** The URL of msw's script, which `npx msw init` creates. @default "/mockServiceWorker.js" */
  workerUrl?: string;
  /** How msw treats requests to URLs that are not the service's. @default "bypass" */
  onUnhandledRequest?: "error" | "warn" | "bypass";
  /** True silences msw, which otherwise writes a line to the console for each request. @default true */
  quiet?: boolean;
}

/** A service that answers the page's `fetch`. */
export interface MockWorker {
  service: MockService;
  /** The worker of msw. `worker.use()` adds handlers before the service's. */
  worker: ReturnType<typeof setupWorker>;
  /** Stops intercepting requests. You can call it again. */
  stop(): void;
}

/**
 * Creates a service, and starts a worker that passes the page's requests to it. The data lasts as long as the page.
 *
 * @example
 * import { startMockWorker } from "@call-analysis/mock/browser";
 *
 * const { service } = await startMockWorker({ seed: 1 });
 * const sdk = new CallAnalysis({ ...service.clientOptions(), dangerouslyAllowBrowser: true });
 */
export async function startMockWorker(options: MockWorkerOptions = {}): Promise<MockWorker> {
  const {
    workerUrl = "/mockServiceWorker.js",
    onUnhandledRequest = "bypass",
    quiet = true,
    ...serviceOptions
  } = options;
  const service = createMockService(serviceOptions);
  const worker = setupWorker(...createHandlers(service));
  // msw 2 reads `onUnhandledRequest`, msw 3 `onUnhandledFrame`.
  const start = {
    onUnhandledRequest,
    onUnhandledFrame: onUnhandledRequest,
    quiet,
    serviceWorker: { url: workerUrl },
  };
  await worker.start(start);
  let isRunning = true;
  return {
    service,
    worker,
    stop() {
      if (isRunning) worker.stop();
      isRunning = false;
    },
  };
}
