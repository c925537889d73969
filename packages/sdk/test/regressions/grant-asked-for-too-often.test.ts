import { expect } from "vitest";
import { json, test } from "../upload/recording-service.js";
import { streamOf, wavBytes } from "../upload/recordings.js";

const down = json(503, { detail: "down" });

test("a grant that cannot be had is asked for as often as the policy says, and no more", async ({ service }) => {
  service.answer("grants", ...Array.from({ length: 9 }, () => down));
  const upload = service.client().calls.upload(wavBytes());
  await expect(upload).rejects.toMatchObject({ name: "ServerError", stage: "grant", attempts: 3 });
  expect(service.grants).toHaveLength(3);
});

test("an upload without a grant does not blame the stream, of which nothing was read", async ({ service }) => {
  service.answer("grants", down, down, down);
  const source = { stream: streamOf(wavBytes()), sizeBytes: 64 };
  const error = await service
    .client()
    .calls.upload(source, { filename: "call.wav" })
    .catch((reason) => reason);
  expect(String(error)).not.toContain("cannot be read again");
});
