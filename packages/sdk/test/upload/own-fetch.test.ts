import { expect } from "vitest";
import { test } from "./recording-service.js";
import { wavBytes } from "./recordings.js";

test("a fetch of the caller's own gets the PUT with its length", async ({ service }) => {
  const lengths: (string | null)[] = [];
  const fetch = (input: string | URL | Request, init?: RequestInit) => {
    if (init?.method === "PUT") lengths.push(new Headers(init.headers).get("content-length"));
    return globalThis.fetch(input, init);
  };
  await service.client({ fetch }).calls.upload(wavBytes(64));
  expect(lengths).toEqual(["64"]);
});
