import { expect, test } from "vitest";
import { defaultPolicies } from "../../src/core/policies.js";
import { answerMeant, answerOf } from "../../src/engine/results.js";

/** Words of a service in which "Pass" is not the best answer, as it is elsewhere. */
const grades = { met: "Distinction", partly: "Pass", missed: "Fail", notApplicable: "Not graded" };

test("a given result means what the policy's words say, whatever the same word means elsewhere", () => {
  const meant = Object.values(grades).map((text) => answerMeant(text, "Was the greeting right?", grades));
  expect(meant).toEqual([{ answer: "met" }, { answer: "partly" }, { answer: "missed" }, { answer: "notApplicable" }]);
  expect(answerMeant("fully met", "Was the greeting right?", grades)).toEqual({ answer: "met" });
});

test.each([
  ["How well did the agent listen?", "Fairly"],
  ["Which product was it about?", "Partially answered"],
  ["Was the greeting right?", "Partially"],
])("%s takes its own word %s, and the policy's", (question, own) => {
  const texts = defaultPolicies.criterionResults;
  const answers = [own, texts.partly, "Perhaps"].map((text) => answerOf(text, question, texts)?.answer);
  expect(answers).toEqual(["partly", "partly", undefined]);
});
