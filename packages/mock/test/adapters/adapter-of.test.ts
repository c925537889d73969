import { expect, test } from "vitest";
import { createHandlers } from "../../src/adapters/msw.js";
import { serve } from "../../src/adapters/server.js";

const message = "service: expected the result of createMockService().";

test.each([[{}], [undefined], [{ addresses: {}, fetch }]])("createHandlers(%j) says what to pass", (given) => {
  expect(() => createHandlers(given as never)).toThrow(new TypeError(message));
});

test.each([[{}], [undefined], [{ addresses: {}, fetch }]])("serve(%j) says what to pass", async (given) => {
  await expect(serve(given as never, { port: 0 })).rejects.toThrow(new TypeError(message));
});
