import { UploadError } from "@call-analysis/sdk";
import { expect } from "vitest";
import { test } from "../upload/recording-service.js";
import { wavBytes } from "../upload/recordings.js";

/** What Bun's `fetch` rejects with when `redirect` is "error": the word is in the message, and there is no cause. */
const onBun = Object.assign(new TypeError('UnexpectedRedirect fetching "https://store.test/k". For more information'), {
  code: "UnexpectedRedirect",
});

test("a redirect of the store on Bun is an UploadError, and is not tried again", async ({ service }) => {
  let puts = 0;
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    if (init?.method !== "PUT") return globalThis.fetch(input, init);
    puts += 1;
    throw onBun;
  };
  const upload = service.client({ fetch }).calls.upload(wavBytes());
  await expect(upload).rejects.toBeInstanceOf(UploadError);
  expect(puts).toBe(1);
});
