import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { ask } from "../ask.js";

/** A fault that gave way to a later one did not draw, so its chances were others than without that one. */
test("a fault draws for every request that it matches, also when a later fault goes before it", async () => {
  const statusesBehind = async (times: number) => {
    const service = createMockService();
    service.faults.inject({ status: 500, probability: 0.5 });
    if (times > 0) service.faults.inject({ status: 503, times });
    const statuses: number[] = [];
    for (let index = 0; index < 40; index += 1) statuses.push((await ask(service, "GET /agents")).status);
    return statuses.slice(times);
  };
  expect(await statusesBehind(7)).toEqual((await statusesBehind(0)).slice(7));
});
