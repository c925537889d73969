import { createHash, createHmac } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { createSha256, hmacSha256 } from "../../src/core/sha256.js";

afterEach(() => vi.unstubAllGlobals());

/** Texts around the size of SHA-256's blocks, and one of several characters of UTF-8. */
const texts = ["", "a", "x".repeat(63), "x".repeat(64), "x".repeat(65), "x".repeat(1_000_000), "नमस्ते 👋"];

test.each([
  ["by the runtime's own functions", () => {}],
  ["in JavaScript", () => vi.stubGlobal("process", undefined)],
])("hashes of bytes in chunks of any size are those of Node's crypto, %s", (_how, prepare) => {
  for (const text of texts) {
    const bytes = new TextEncoder().encode(text);
    const expected = createHash("sha256").update(bytes).digest("hex");
    for (const chunkBytes of [1_000, 64, 7]) {
      prepare();
      const hash = createSha256();
      for (let start = 0; start < bytes.length; start += chunkBytes)
        hash.update(bytes.subarray(start, start + chunkBytes));
      expect(hash.digest()).toBe(expected);
      vi.unstubAllGlobals();
    }
  }
});

test("the HMAC of a text is that of Node's crypto, whatever the length of the secret", () => {
  for (const secret of texts) {
    for (const text of texts) {
      expect(hmacSha256(secret, text)).toBe(createHmac("sha256", secret).update(text).digest("hex"));
    }
  }
});
