import fc from "fast-check";
import { expect, test } from "vitest";
import { capturingClient } from "./captured.ts";

test("a recording is uploaded to the signed address unchanged, with its type and without a bearer header", async () => {
  const recordings = fc.record({
    bytes: fc.uint8Array({ minLength: 1, maxLength: 300 }),
    contentType: fc.constantFrom("audio/wav", "audio/mpeg", "audio/webm"),
    signature: fc.stringMatching(/^[A-Za-z0-9]{8,40}$/),
  });
  const property = fc.asyncProperty(recordings, async ({ bytes, contentType, signature }) => {
    const presignedUrl = `https://store.test/recordings/a.wav?signature=${signature}`;
    const data = { key: "recordings/a.wav", presignedUrl, publicUrl: "https://store.test/recordings/a.wav" };
    const { sdk, captured } = capturingClient(({ method }) =>
      method === "PUT" ? new Response() : Response.json({ data }),
    );
    const uploaded = await sdk.calls.upload(new Uint8Array(bytes), { filename: "a.wav", contentType });
    const [, put] = captured;
    expect(put?.url.href).toBe(presignedUrl);
    expect(put?.headers.get("authorization")).toBeNull();
    expect(put?.headers.get("content-type")).toBe(contentType);
    expect(put?.text).toBe(new TextDecoder().decode(bytes));
    expect(uploaded).toMatchObject({ publicUrl: data.publicUrl, sizeBytes: bytes.length });
  });
  await fc.assert(property, { numRuns: 40 });
});
