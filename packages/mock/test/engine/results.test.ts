import { expect, test } from "vitest";
import { answerMeant } from "../../src/engine/results.js";

/** Words of a service in which "Pass" is not the best answer, as it is elsewhere. */
const grades = { met: "Distinction", partly: "Pass", missed: "Fail", notApplicable: "Not graded" };

test("a given result means what the policy's words say, whatever the same word means elsewhere", () => {
  const meant = Object.values(grades).map((text) => answerMeant(text, "Was the greeting right?", grades));
  expect(meant).toEqual([{ answer: "met" }, { answer: "partly" }, { answer: "missed" }, { answer: "notApplicable" }]);
  expect(answerMeant("fully met", "Was the greeting right?", grades)).toEqual({ answer: "met" });
});
