import { expect, test } from "vitest";
import { createMockService } from "../../src/index.js";

/** A stream that one half of a tee leaves unread cannot be cancelled until the other half is, which was waited for. */
test("a body that is refused half read gets its answer, also when the request was cloned before", async () => {
  const service = createMockService({ policies: { maxJsonBytes: 100 } });
  const request = new Request(`${service.addresses.baseUrl}/agents`, {
    method: "POST",
    headers: { authorization: "Bearer test-key" },
    body: "x".repeat(1_000),
  });
  const clone = request.clone();
  expect((await service.fetch(request)).status).toBe(413);
  expect(await clone.text()).toHaveLength(1_000);
});
