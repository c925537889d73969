import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";
import { ask } from "../support/ask.js";

/** A fault that was replaced by a later one did not draw, so its later chances were different from those without that. */
test("a fault draws for every request that it matches, also when a later fault takes precedence", async () => {
  const statusesWith = async (times: number) => {
    const service = createMockService();
    service.faults.inject({ status: 500, probability: 0.5 });
    if (times > 0) service.faults.inject({ status: 503, times });
    const statuses: number[] = [];
    for (let index = 0; index < 40; index += 1) statuses.push((await ask(service, "GET /agents")).status);
    return statuses.slice(times);
  };
  expect(await statusesWith(7)).toEqual((await statusesWith(0)).slice(7));
});
