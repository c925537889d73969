import { expect } from "vitest";
import { cut, test } from "../upload/recording-service.js";
import { wavBytes } from "../upload/recordings.js";

test("a store that refuses a grant by cutting the connection is sent a new grant", async ({ service }) => {
  service.answer("puts", cut);
  const recording = await service.client().calls.upload(wavBytes());
  expect(service.puts.map(({ path }) => path)).toEqual([
    "/store/recording-1?signature=secret-1",
    "/store/recording-2?signature=secret-2",
  ]);
  expect(recording.key).toBe("recording-2");
});
