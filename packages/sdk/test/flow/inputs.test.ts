import { runInNewContext } from "node:vm";
import { ConfigurationError, criterionRows } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { clientWith } from "../support/test-client.ts";

const input = { file: new Uint8Array(8), contentType: "audio/wav", memberId: "m", categoryId: "c" };

test.each(["11/28/2026", "2026-13-01", "31-04-2026", "2026-02-29", "28 November 2026", "2026/11-28", ""])(
  "the date %j is refused before anything is sent",
  async (date) => {
    const { fetch, calls } = oneOffFetch(new Response());
    const error = await rejectionOf(clientWith(fetch).calls.analyzeFile({ ...input, date }), ConfigurationError);
    expect(error.message).toMatch(/day (comes )?first/);
    expect(calls).toHaveLength(0);
  },
);

test.each([
  "2026-11-28",
  "2026-11-28T10:00:00Z",
  "2026/11/28 10:00",
  "28-11-2026",
  "28/11/2026 10:00",
  "2024-02-29",
  new Date(0),
  runInNewContext("new Date(0)"),
])("the date %j is sent", async (date) => {
  const { fetch, calls } = oneOffFetch(Response.json({ data: { callId: "1", status: "processing" } }, { status: 202 }));
  const { file: _file, contentType: _type, ...fields } = input;
  await clientWith(fetch).calls.create({ ...fields, audio_url: "https://files.test/1.wav", date });
  expect(JSON.parse(calls[0]?.body ?? "").date).toBe(typeof date === "string" ? date : date.toISOString());
});

test("criterionRows gives one flat row a criterion", () => {
  const criterion = { criteriaId: "k", question: "Greeted?", result: "Yes", rationale: "Said hello." };
  const section = {
    sectionId: "s",
    sectionName: "Opening",
    score: 2,
    totalScore: 5,
    criterias: [criterion, criterion],
  };
  const analysis = { score: 40, outcomeLabel: "Won", outcomeRationale: "", sections: [section] };
  const call = { callId: "1", status: "completed", analysis, metadata: {} };
  const row = { callId: "1", score: 40, outcomeLabel: "Won", sectionId: "s", sectionName: "Opening" };
  expect(criterionRows(call as never)).toEqual(
    Array.from({ length: 2 }, () => ({ ...row, sectionScore: 2, sectionTotalScore: 5, ...criterion })),
  );
});
