import { expect } from "vitest";
import { json, test } from "../upload/recording-service.js";

test("a token's call is sent with the fields of a call and no others", async ({ service }) => {
  const call = { memberId: "m", categoryId: "c", audio_url: "https://host/a.wav", date: "2026-01-02", price: 7 };
  service.answer("creates", json(202, { data: { callId: "call-1", status: "processing" } }));
  const poll = { initialDelayMs: 0 };
  await service.client().calls.resume({ version: 1, stage: "create", uncertain: false, call }, { poll });
  const { price: _, ...fields } = call;
  expect(JSON.parse(String(service.creates[0]?.body))).toEqual(fields);
});
