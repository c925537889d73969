import { expect } from "vitest";
import { failureOf } from "../support/failure-of.ts";
import { json, test } from "../support/recording-service.ts";
import { wavBytes } from "../support/recordings.ts";

test("a 403 of a store that cuts the connection before the body was read is worth another grant", async ({
  service,
}) => {
  service.answer("puts", ({ request, response }) => {
    response.writeHead(403, { connection: "close" }).end("<Code>AccessDenied</Code>", () => request.destroy());
  });
  const { calls } = service.client({ retry: false });
  const error = await failureOf(calls.upload(wavBytes(8 * 1024 * 1024), { contentType: "audio/wav" }));
  expect(error).toMatchObject({ name: "UploadError", status: 403, isRetryable: true });
});

test.for<[number, number]>([
  [400, 1],
  [429, 3],
])(
  "a grant that is refused with %i is asked for as often as that helps, and nothing is put",
  async ([status, times], { service }) => {
    service.answer("grants", ...Array.from({ length: 9 }, () => json(status, { detail: "no" })));
    const source = { stream: new Blob([wavBytes()]).stream(), sizeBytes: 64 };
    const error = await failureOf(service.client().calls.upload(source, { filename: "call.wav" }));
    expect(error).toMatchObject({ status, stage: "grant", attempts: times });
    expect([service.grants.length, service.puts.length]).toEqual([times, 0]);
  },
);

test("a second grant that cannot be had is asked for as often as the upload has attempts left", async ({ service }) => {
  const busy = json(429, { detail: "busy" });
  // Nobody listens there.
  service.answer("grants", grantOf("http://127.0.0.1:1"), busy, busy, busy, busy);
  await expect(service.client().calls.upload(wavBytes(), { contentType: "audio/wav" })).rejects.toMatchObject({
    status: 429,
    stage: "grant",
  });
  expect(service.grants).toHaveLength(3);
});

function grantOf(url: string): ReturnType<typeof json> {
  const grant = { key: "k", presignedUrl: `${url}/store/k`, publicUrl: `${url}/public/k` };
  return json(200, { data: grant });
}
