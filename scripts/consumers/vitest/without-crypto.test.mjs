// A page of plain http has no `crypto.subtle`, and no modules of Node.
import { createHash } from "node:crypto";
import { test } from "@call-analysis/mock/vitest";
import { afterEach, beforeEach, expect, vi } from "vitest";

beforeEach(() => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("without Web Crypto an upload is signed, checked and hashed", async ({ sdk, service }) => {
  const bytes = new Uint8Array(100_000).fill(7);
  await sdk.calls.upload(bytes, { filename: "call.wav", contentType: "audio/wav" });
  const [{ recording }] = service.db.uploads.list();
  expect(recording.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
  const { presignedUrl } = await sdk.calls.createUploadUrl({ filename: "a.wav", contentType: "audio/wav" });
  const forged = presignedUrl.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  const init = { method: "PUT", headers: { "content-type": "audio/wav" }, body: bytes };
  expect((await service.fetch(forged, init)).status).toBe(403);
  expect((await service.fetch(presignedUrl, init)).status).toBe(200);
});
