import { createHash } from "node:crypto";
import { expect, test, vi } from "vitest";
import { createMockService } from "../../src/index.js";
import { grant, put } from "../support/flow.js";

test.each([
  ["by the runtime's own functions", () => {}],
  ["in JavaScript", () => vi.stubGlobal("process", undefined)],
])("the ETag of a recording is its SHA-256, %s", async (_, prepare) => {
  // Around the size of the hash's blocks.
  for (const sizeBytes of [0, 1, 63, 64, 65, 1_000_000]) {
    const service = createMockService();
    const bytes = new Uint8Array(sizeBytes).fill(7);
    const { presignedUrl } = await grant(service);
    prepare();
    const { headers } = await put(service, presignedUrl, bytes);
    vi.unstubAllGlobals();
    expect(headers.get("etag")).toBe(`"${createHash("sha256").update(bytes).digest("hex")}"`);
  }
});
