/** The fake, served from the test's own process with the built console. */
import { createRequire } from "node:module";
import type { MockServiceOptions } from "@call-analysis/mock";
import type { ServeOptions } from "@call-analysis/mock/server";
import { CallAnalysis } from "@call-analysis/sdk";

/** The fake's packages as they are built: beside the server are the files of the console. */
const require = createRequire(import.meta.url);
const { createMockService }: typeof import("@call-analysis/mock") = require("@call-analysis/mock");
const { serve }: typeof import("@call-analysis/mock/server") = require("@call-analysis/mock/server");

/** How a fake starts; by default as the command does without flags. */
export type FakeOptions = Pick<MockServiceOptions, "clock" | "journal" | "keys" | "progression" | "scenario"> &
  Pick<ServeOptions, "adminToken" | "port">;

/** A fake that is served. */
export interface Fake {
  /** Its origin. */
  url: string;
  /** A client that is not the console. */
  sdk: CallAnalysis;
  /** Sends a control request. @throws {Error} when its status is not one of success */
  control<Body = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Body>;
  stop(): Promise<void>;
}

/** Starts a fake, on a free port by default. */
export async function startFake(options: FakeOptions = {}): Promise<Fake> {
  const { adminToken, port = 0, ...serviceOptions } = options;
  const service = createMockService(serviceOptions);
  const { url, close } = await serve(service, { port, ...(adminToken !== undefined && { adminToken }) });
  const headers: Record<string, string> = adminToken === undefined ? {} : { "x-admin-token": adminToken };
  return {
    url,
    sdk: new CallAnalysis({ baseUrl: `${url}/v1`, campaignBaseUrl: url, apiKey: "test-key" }),
    async control(method, path, body) {
      const response = await fetch(`${url}/__mock__${path}`, { method, headers, body: JSON.stringify(body) ?? null });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return response.json();
    },
    stop: close,
  };
}
