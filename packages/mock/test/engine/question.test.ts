import { expect, test } from "vitest";
import { conditionOf, formOf, scaleOf } from "../../src/engine/question.js";

test.each([
  ["If the problem could not be solved, did the agent say which team takes over?", "failure"],
  ["Did the agent apologise if the problem could not be solved?", "failure"],
  ["Did the agent stay calm when the customer refused?", "failure"],
  ["If the customer agreed to pay, did the agent send the link?", "success"],
  ["If the customer was put on hold, did the agent announce it?", "other"],
  ["Did the agent apologise, if needed?", "other"],
  ["Falls das Problem nicht gelöst wurde, hat der Mitarbeiter einen Termin genannt?", "failure"],
  ["यदि ग्राहक सहमत हुआ, तो क्या एजेंट ने लिंक भेजा?", "success"],
  ["क्या एजेंट ने, यदि समस्या हल नहीं हुई, तारीख बताई?", "failure"],
  ["担当者は、解決できなかった場合、担当部署を伝えましたか？", "failure"],
  ["Unless the problem was solved, was a callback offered?", "failure"],
  ["Was a callback offered unless the problem was not solved?", "success"],
  ["Did the customer complain because nothing was solved?", "failure"],
  ["Did the agent stay calm although it was late?", "other"],
  ["Did the agent remain respectful when contradicted?", null],
  ["Did the agent ask if the customer had not paid?", null],
  ["Did the agent explain what happens if no payment is made?", null],
  ["When did the agent, after the greeting, name the price?", null],
  ["", null],
])("%j has the condition %s", (question, condition) => {
  expect(conditionOf(question)).toBe(condition);
});

test.each([
  ["If the customer objected, how well did the agent answer?", "degree"],
  ["यदि ग्राहक सहमत हुआ, तो क्या एजेंट ने पूछा कि कितनी राशि है?", "yes-or-no"],
  ["同意した場合、担当者はどのプランを勧めましたか？", "open"],
  ["Hva sa selgeren?", "yes-or-no"],
])("%j takes the answer of a question of the form %s", (question, form) => {
  expect(formOf(question)).toBe(form);
});

test.each([
  ["Score the closing: 0–10", { least: 0, most: 10 }],
  ["Rate the tone on a scale of 1 (poor) to 5 (excellent).", { least: 1, most: 5 }],
  ["Did the agent say that it takes 2 to 3 days?", null],
  ["Rate 5 to 1", null],
])("%j has the scale %j", (question, scale) => {
  expect(scaleOf(question)).toEqual(scale);
});

// Whoever reads it in more than one pass does not end within the time of a test.
test.each([
  ["場", null],
  ["若", null],
  ["if ", null],
  ["、", null],
  ["rate 1 ", null],
  ["अ ", null],
  ["if it was not solved, ", "failure"],
])("a question of a million characters that repeats %j is read in one pass", (part, condition) => {
  const question = part.repeat(1_000_000 / part.length);
  expect([conditionOf(question), formOf(question), scaleOf(question)]).toEqual([condition, "yes-or-no", null]);
});
