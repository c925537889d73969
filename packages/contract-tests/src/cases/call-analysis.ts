import { isDeepStrictEqual } from "node:util";
import type { Case } from "../case.ts";
import { caseOf } from "../checks/answer-check.ts";
import { completedCallChecks } from "../checks/call-checks.ts";
import { assert } from "../contract-violation.ts";
import { maskUnlessIdentifier } from "../identifier.ts";
import { createCall, pollUntilCompleted, readAnalysis, sharedCompletedCall } from "../steps/calls.ts";
import { sharedCategory } from "../steps/organization.ts";

/** A call's status and analysis. @see the specification's sections 2, Call analysis, and 3 */
export const callAnalysisCases: readonly Case[] = [
  {
    name: "statuses come in the order processing, pending, completed",
    tag: "assumed",
    operation: "getCallAnalysis",
    statements: ["3.pending", "3.transitions", "2.call-analysis.status"],
    async run(context) {
      const { callId } = await createCall(context);
      const statuses = (await pollUntilCompleted(context, callId)).map(({ status }) => maskUnlessIdentifier(status));
      const observed = statuses.filter((status, index) => status !== statuses[index - 1]).join(", ");
      context.observe({ assumption: "state-transitions", expected: "processing, pending, completed", observed });
    },
  },
  {
    name: "a completed call stays completed, and its analysis does not change",
    tag: "documented",
    operation: "getCallAnalysis",
    statements: ["3.completed"],
    async run(context) {
      const completed = await sharedCompletedCall(context);
      for (const _attempt of [1, 2]) {
        const again = await readAnalysis(context, completed.callId);
        assert(again.status === "completed", "A completed call stays completed.", again.status);
        assert(isDeepStrictEqual(again, completed), "A completed call's response stays the same.", again);
      }
    },
  },
  {
    name: "the texts of an analysis say something, and the recording has a duration",
    tag: "assumed",
    operation: "getCallAnalysis",
    statements: [
      "2.analysis.outcomeRationale",
      "2.criterion-result.rationale",
      "2.criterion-result.result",
      "2.metadata.summary",
      "2.metadata.duration",
    ],
    async run(context) {
      const { analysis, metadata } = await sharedCompletedCall(context);
      const criteria = analysis.sections.flatMap(({ criterias }) => criterias);
      const texts = criteria.flatMap(({ rationale, result }) => [rationale, result]);
      assert(![...texts, analysis.outcomeRationale, metadata.summary].includes(""), "No text is empty.");
      assert(metadata.duration > 0, "A recording has a duration.");
    },
  },
  ...completedCallChecks.map((check) =>
    caseOf(check, async (context) => ({
      call: await sharedCompletedCall(context),
      category: await sharedCategory(context),
    })),
  ),
];
