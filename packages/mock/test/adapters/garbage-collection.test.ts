import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import type { MockService } from "../../src/index.js";
import { connectByFetch, connectByMsw } from "../adapters/connection.js";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Node collects a `Request` that nothing refers to, and with it the link to it from the caller's signal. */
describe.each([
  ["fetch", connectByFetch],
  ["msw 3", connectByMsw("msw 3")],
])("an abort ends a request through %s after a garbage collection", (_adapter, connect) => {
  test.each<[string, (service: MockService) => void]>([
    ["that gets no response", (service) => service.faults.inject({ network: "timeout" })],
    ["that gets half a body", (service) => service.faults.inject({ body: "stall" })],
    ["whose override never answers", (service) => service.use("listAgents", () => new Promise(() => {}))],
  ])("%s", async (_name, prepare) => {
    const { service, fetch, close } = await connect();
    prepare(service);
    const controller = new AbortController();
    const init = { headers: { authorization: "Bearer test-key" }, signal: controller.signal };
    const text = fetch(`${service.addresses.baseUrl}/agents`, init).then((response) => response.text());
    for (let count = 0; count < 3; count += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      collectGarbage();
    }
    controller.abort();
    await expect(text).rejects.toThrow("abort");
    await close();
  });
});
