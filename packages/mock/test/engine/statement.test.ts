import { expect, test } from "vitest";
import { readQuestion } from "../../src/engine/text/question.js";
import { affirm, deny, instruct, sentence } from "../../src/engine/text/statement.js";

test.each([
  ["Did the agent ask who decides?", "Asha asked who decides", "Asha did not ask who decides", "ask who decides"],
  ["Did the rep upsell the plan?", "Asha upsold the plan", "Asha did not upsell the plan", "upsell the plan"],
  [
    "Did the agent introduce themselves and the company?",
    "Asha introduced themselves and the company",
    "Asha did not introduce themselves and the company",
    "introduce yourself and the company",
  ],
  [
    "If the customer was put on hold, did the representative apologise and offer a callback?",
    "Asha apologised and offered a callback",
    "Asha did not apologise and offer a callback",
    "apologise and offer a callback",
  ],
  ["Was the agent polite?", "Asha was polite", "Asha was not polite", "be polite"],
  [
    "Did the customer agree to a next step?",
    "the customer agreed to a next step",
    "the customer did not agree to a next step",
    "work on “Did the customer agree to a next step?”",
  ],
  [
    "How well did the agent handle objections?",
    "Asha handled objections",
    "Asha did not handle objections",
    "handle objections",
  ],
])("%s can be answered in words", (question, affirmed, denied, instruction) => {
  const claim = readQuestion(question);
  expect(affirm(claim, "Asha")).toBe(affirmed);
  expect(deny(claim, "Asha")).toBe(denied);
  expect(instruct(claim)).toBe(instruction);
});

test.each([
  ["Greeting used"],
  ["Was the customer's issue resolved?"],
  ["Did the agent not interrupt?"],
  ["Did the agent greet? Did they smile?"],
  ["Did the agent pitch the loan, and did the customer understand?"],
  ["क्या एजेंट ने ग्राहक का अभिवादन किया?"],
])("%s is quoted, because it makes no single statement", (question) => {
  expect(affirm(readQuestion(question), "Asha")).toBe(`“${question}” is met`);
});

test("a very long question is quoted by its beginning, without cutting a letter in two", () => {
  const claim = readQuestion("😀".repeat(500));
  expect(claim.question).toBe(`${"😀".repeat(139)}…`);
});

test("a name with a dollar sign is only a name", () => {
  expect(affirm(readQuestion("Did the agent help?"), "$& $1")).toBe("$& $1 helped");
});

test("a sentence begins with a capital and ends with one full stop", () => {
  expect(sentence("at 01:12 Asha asked")).toBe("At 01:12 Asha asked.");
  expect(sentence("Done.")).toBe("Done.");
  expect(sentence("")).toBe(".");
});
