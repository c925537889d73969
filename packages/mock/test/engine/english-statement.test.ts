import { expect, test } from "vitest";
import { canBeAdvised, canBeDenied, deedOf } from "../../src/engine/text/english-statement.js";

test.each([
  ["Did the agent ask about the budget range?", "ask about the budget range"],
  ["Did the agent clearly explain the fees?", "clearly explain the fees"],
  ["If the customer was upset, did the agent apologise?", "apologise"],
])("%s asks for a deed: %j", (question, text) => {
  expect(deedOf(question)).toBe(text);
});

test.each([
  "Did the customer agree?",
  "Didn't the agent greet the customer?",
  "Did the agent handling the call stay calm?",
  "Did the agent who answered greet the customer?",
  "Did the agent and the customer agree?",
  "Did the agent, when asked, give a reason?",
  "Did the agent not mention the fee?",
  "Did the agent never interrupt?",
  "Did the agent ask any questions?",
  "Did the agent ever raise the voice?",
  "Did the agent greeted the customer?",
  'Did the agent say "thank you"?',
  "Did the agent greet the customer? Did it sound friendly?",
  "Did the agent greet the customer",
  "Did the agent?",
  `Did the agent ${"talk about the weather and ".repeat(10)}stop?`,
  "Hat der Mitarbeiter gegrüßt?",
  "",
])("%s is better quoted", (question) => {
  expect(deedOf(question)).toBeNull();
});

test.each([
  ["Did the agent ask about the budget range?", true],
  ["Did the agent answer all questions?", false],
  ["Did the agent greet and address the customer?", false],
  ["Did the agent explain price, term and fees?", false],
])("whether %s can be denied is %s", (question, isClear) => {
  const deed = deedOf(question);
  expect(deed !== null && canBeDenied(deed)).toBe(isClear);
});

test.each([
  ["introduce themselves", false],
  ["raise their voice", false],
  ["mention the price", true],
])("whether the agent can be told to %s is %s", (deed, canBe) => {
  expect(canBeAdvised(deed)).toBe(canBe);
});

// What takes more than one pass does not end within the time of a test.
test.each(["did the agent ask ", "if it rained, ", "did the ", " ", "?"])(
  "a question of a million characters that repeats %j is quoted",
  (part) => {
    expect(deedOf(part.repeat(1_000_000 / part.length))).toBeNull();
  },
);
