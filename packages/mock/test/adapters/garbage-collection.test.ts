import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import type { MockService } from "../../src/index.js";
import { connectByFetch, connectByMsw } from "../adapters/connection.js";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Node collects a `Request` that nothing refers to, and with it the link to it from the caller's signal. */
test.each<[string, (service: MockService) => void]>([
  ["gets no response", (service) => service.faults.inject({ network: "timeout" })],
  ["gets half a body", (service) => service.faults.inject({ body: "stall" })],
  ["has an override that never answers", (service) => service.use("listAgents", () => new Promise(() => {}))],
])("after a garbage collection an abort ends a request that %s, through fetch and through msw", async (_, prepare) => {
  for (const connect of [connectByFetch, connectByMsw("msw 3")]) {
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
  }
});
