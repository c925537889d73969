import { expect, test } from "vitest";
import type { ReviewOptions } from "../../src/engine/sentences.js";
import { SentenceWriter } from "../../src/engine/sentences.js";

function writerFor(extractions: ReviewOptions["extractions"] = {}, key = "call") {
  const participants = { agentName: "Asha", fullName: "Asha Verma", counterpart: "borrower" };
  return new SentenceWriter({ key, participants, extractions });
}

const place = { name: ["any"], seconds: 245 };

test.each([
  ["{agent} spoke at {time}.", "Asha spoke at 04:05."],
  [
    "{counterpart} heard {agent}. {counterpart} answered {counterpart}.",
    "The borrower heard Asha. The borrower answered the borrower.",
  ],
  ["“{counterpart} knows,” said {agent}.", "“The borrower knows,” said Asha."],
  ["Of ₹{field:amount}, {field:modes}.", "Of ₹2,75,000, UPI, Cash."],
  ["On {day:promised} and on {field:promised}.", "On Thursday 12 February and on 2026-02-12."],
  ["On {day:visit} at {hour:visit}.", "On Saturday 31 January at 4.30 pm."],
  ["At {hour:morning}, not {hour:noon} or {hour:night}.", "At 9 am, not noon or 12.15 am."],
])("%j is filled as %j", (sentence, text) => {
  const dates = {
    promised: "2026-02-12",
    visit: "2026-01-31T11:00:00.000Z",
    morning: "09:00",
    noon: "12:00",
    night: "00:15",
  };
  expect(writerFor({ amount: 275_000, modes: ["UPI", "Cash"], ...dates }).write([sentence], place)).toBe(text);
});

test.each([
  ["a field without a value", "{field:none}"],
  ["a field that there is not", "{field:unknown}"],
  ["a field named like a property of objects", "{field:constructor}"],
  ["a field of yes or no", "{field:agreed}"],
  ["an impossible day", "{day:agreed}"],
  ["an impossible hour", "{hour:text}"],
])("a sentence that names %s is not chosen", (_, placeholder) => {
  const writer = () => writerFor({ none: null, agreed: true, text: "soon" });
  expect(writer().write([`Of ${placeholder}.`], place)).toBeUndefined();
  expect(writer().write([`Of ${placeholder}.`, "Without."], place)).toBe("Without.");
});

test("no sentence is chosen twice in a call while there are others, whatever it is for", () => {
  for (let index = 0; index < 50; index += 1) {
    const writer = writerFor({}, `call-${index}`);
    const written = ["a", "b", "c"].map((name) =>
      writer.write(["One.", "Two.", "Three."], { name: [name], seconds: 0 }),
    );
    expect(new Set(written)).toEqual(new Set(["One.", "Two.", "Three."]));
    expect(["One.", "Two.", "Three."]).toContain(writer.write(["One.", "Two.", "Three."], place));
  }
});
