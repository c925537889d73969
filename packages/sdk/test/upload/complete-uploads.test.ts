import { ResponseFormatError, UploadError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { clientWith } from "../support/test-client.ts";

const grant = {
  key: "k",
  presignedUrl: "https://store.test/k?X-Signature=abcdef0123456789",
  publicUrl: "https://store.test/k",
};
const recording = new Uint8Array(300_000).fill(3);

/** A client whose recordings go to a function of the test's. */
function clientOfStore(store: (init: RequestInit) => Promise<Response>) {
  const puts: RequestInit[] = [];
  const fetch = async (_url: string, init: RequestInit) => {
    if (init.method !== "PUT") return Response.json({ data: grant });
    puts.push(init);
    return store(init);
  };
  return { sdk: clientWith(fetch, { retry: false, headers: { "x-team": "sales-0123456789" } }), puts };
}

const readAll = async ({ body }: RequestInit) => void (await new Response(body).arrayBuffer());
const upload = (sdk: ReturnType<typeof clientOfStore>["sdk"]) =>
  sdk.calls.upload(recording, { contentType: "audio/wav" });

test("a success before the first byte was taken is no stored recording", async () => {
  const { sdk } = clientOfStore(async () => new Response());
  expect(await rejectionOf(upload(sdk), UploadError)).toMatchObject({
    status: 200,
    isRetryable: true,
    stage: "upload",
  });
});

test("a success after a part of the bytes is no stored recording", async () => {
  const { sdk } = clientOfStore(async ({ body }) => {
    await (body as ReadableStream).getReader().read();
    return new Response();
  });
  await rejectionOf(upload(sdk), UploadError);
});

test("a success after all bytes is a stored recording", async () => {
  const { sdk } = clientOfStore(async (init) => {
    await readAll(init);
    return new Response();
  });
  expect(await upload(sdk)).toMatchObject({ publicUrl: grant.publicUrl, sizeBytes: recording.byteLength });
});

test("the store gets the type and the length, and neither the key nor the client's headers", async () => {
  const { sdk, puts } = clientOfStore(async (init) => {
    await readAll(init);
    return new Response();
  });
  await upload(sdk);
  expect(puts[0]?.headers).toEqual({ "content-type": "audio/wav", "content-length": "300000" });
});

test("a store's response of more than 256 KiB is a ResponseFormatError", async () => {
  const { sdk } = clientOfStore(async (init) => {
    await readAll(init);
    return new Response("x".repeat(300_000), { status: 403 });
  });
  await rejectionOf(upload(sdk), ResponseFormatError);
});

test("the signature is in no text of a refusal that quotes it", async () => {
  const { sdk } = clientOfStore(async (init) => {
    await readAll(init);
    return new Response('{"code":"bad abcdef0123456789"}', { status: 400 });
  });
  const error = await rejectionOf(upload(sdk), UploadError);
  expect(`${error} ${JSON.stringify(error)}`).not.toContain("abcdef0123456789");
});
