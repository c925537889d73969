import fc from "fast-check";
import { expect, test } from "vitest";
import { agentRegistrationCases } from "../src/cases/agent-registration.ts";
import { allCases } from "../src/cases/all-cases.ts";
import type { OperationId } from "../src/contract/openapi-document.ts";
import { maskUnlessIdentifier } from "../src/identifier.ts";
import { withoutSecrets } from "../src/redaction.ts";
import { createReport } from "../src/report/report.ts";
import { reportAsMarkdown, resultAsText } from "../src/report/report-text.ts";
import { runCases } from "../src/run/run-cases.ts";
import { createFake } from "../src/targets/fake.ts";
import { fakeAsLive } from "./fake-as-live.ts";
import { alterError, alterSuccess } from "./mutants/mutant.ts";

/** What must never be shown: keys, signatures, names, e-mails, phones, addresses of recordings, transcripts. */
const secrets = fc.record({
  name: fc.stringMatching(/^[A-Z][a-z]{3,10} [A-Z][a-z]{3,10}$/),
  email: fc.stringMatching(/^[a-z]{3,9}\.[a-z]{3,9}@[a-z]{4,9}\.(com|in)$/),
  phone: fc.stringMatching(/^\+91[6-9][0-9]{9}$/),
  audio: fc.stringMatching(/^https:\/\/[a-z]{5,9}\.example\/[a-z0-9]{8,16}\.wav\?sig=[A-Za-z0-9]{12,30}$/),
  transcript: fc.stringMatching(/^[A-Z][a-z]{2,9}( [a-z]{2,9}){4,9}\.$/),
  key: fc.stringMatching(/^sk_[A-Za-z0-9]{16,32}$/),
});

/** Places in which a service could put such a text, and how, in a response that violates the contract. */
const places: [what: string, place: `${OperationId} ${string}`, put: (text: string, value: unknown) => unknown][] = [
  ["an agent's name and e-mail", "createAgent data", (text) => ({ id: text, name: text, email: text })],
  ["a field that the document does not have", "listAgents data[].remarks", (text) => text],
  ["the name of a field", "listAgents data[]", (text, agent) => ({ ...Object(agent), [text]: 1 })],
  ["a field of another type", "listAgents data[].userId", (text) => ({ [text]: text })],
  ["the status of a call", "getCallAnalysis data.status", (text) => text],
  ["a criterion's rationale", "getCallAnalysis data.analysis.sections", (text) => [{ rationale: text }]],
  ["the recording's address", "getCallAnalysis data.metadata.audioUrl", (text) => text],
  ["an error's detail", "addProspect detail", (text) => ({ [text]: [text] })],
];

test.each(places)("no report and no terminal shows what a live service puts into %s", async (_what, place, put) => {
  const cases = allCases.filter(({ operation }) => place.startsWith(`${operation} `));
  const property = fc.asyncProperty(secrets, async (values) => {
    const text = Object.values(values).join(" | ");
    const alter = place.startsWith("addProspect") ? alterError : alterSuccess;
    const apply = alter(place, (value) => put(text, value));
    const target = { ...fakeAsLive(createFake(), apply), pollTimeoutMs: 2 };
    const result = await runCases(target, { cases, negative: true, destructive: true });
    const report = createReport(result, { target, date: "2026-02-02" });
    expect(report.drift.length).toBeGreaterThan(0);
    const shown = [JSON.stringify(report), reportAsMarkdown(report), resultAsText(result)].join("\n");
    for (const secret of [...Object.values(values), target.apiKey]) expect(shown).not.toContain(secret);
  });
  await fc.assert(property, { numRuns: 3 });
});

test("of the names that a service chooses, only program identifiers are shown", () => {
  fc.assert(
    fc.property(secrets, (values) => {
      for (const secret of Object.values(values)) expect(maskUnlessIdentifier(secret)).toBe("a word that is not shown");
    }),
  );
  for (const word of ["queued", "in_progress", "phoneNumber"]) expect(maskUnlessIdentifier(word)).toBe(word);
});

test("a text that was sent or returned is taken out of a report that contains it", async () => {
  const target = fakeAsLive(createFake());
  const { outcomes } = await runCases(target, { cases: agentRegistrationCases });
  const responses = outcomes.flatMap((outcome) => outcome.responses);
  const email = String(Reflect.get(Object(responses[0]?.json).data, "email"));
  const leaky = { drift: [{ statement: `The agent ${email} of key ${target.apiKey} is missing` }] };
  expect(withoutSecrets(leaky, { target, responses })).toEqual({
    drift: [{ statement: "The agent … of key … is missing" }],
  });
});
