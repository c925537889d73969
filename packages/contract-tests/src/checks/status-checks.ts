/** Checks of what there is of a call before it is completed. */
import type { AnalysisSnapshot } from "@call-analysis/sdk";
import type { Observation } from "../case.ts";
import { checksOf } from "./answer-check.ts";

/** Statuses with which a service may end a call that is not completed. */
export const failedStatuses = ["failed", "error", "cancelled", "canceled", "rejected", "expired"];

const absentFields = "duration absent, summary absent";

const metadataFields = ["date", "duration", "summary", "audioUrl", "createdAt", "updatedAt"] as const;

/** Checks of a call that is not completed, and whose status is known. */
export const uncompletedCallChecks = checksOf<AnalysisSnapshot>("getCallAnalysis", [
  {
    name: "before completion, the analysis is null",
    tag: "assumed",
    statements: ["3.before-completion"],
    place: "data.analysis",
    // Whatever departs inside, it is there.
    reads: [],
    check(snapshot, observe) {
      const kind = kindOf(snapshot.analysis);
      if (kind === "present" && !isRecord(snapshot.analysis)) return;
      const observed = kind === "present" ? "some or all of it" : kind;
      const policies = kind === "absent" ? absencePolicies(snapshot) : undefined;
      observe({ assumption: "before-completion", expected: "null", observed, policies });
    },
  },
  {
    name: "before completion, all metadata is there, and metadata.duration and metadata.summary are null",
    tag: "assumed",
    statements: ["3.before-completion"],
    place: "data.metadata",
    reads: metadataFields.map((field) => `data.metadata.${field}`),
    check(snapshot, observe) {
      const { metadata } = snapshot;
      const kinds = metadataFields.map((field) => `${field} ${kindOf(metadata?.[field])}`);
      const told = kinds.filter((kind) => /^(?:duration|summary) /.test(kind) || !kind.endsWith(" present"));
      const observed = isRecord(metadata) ? told.join(", ") : `metadata ${kindOf(metadata)}`;
      const policies = observed === absentFields ? absencePolicies(snapshot) : undefined;
      observe({ assumption: "before-completion", expected: "duration null, summary null", observed, policies });
    },
  },
]);

/** The policy for a call of which nothing that is unknown is there; undefined when only some of it is missing. */
function absencePolicies({ analysis, metadata }: AnalysisSnapshot): Observation["policies"] {
  const kinds = [analysis, metadata?.duration, metadata?.summary].map(kindOf);
  return isRecord(metadata) && kinds.every((kind) => kind === "absent") ? { beforeCompletion: "absent" } : undefined;
}

/** Whether a value has fields: an object that is no list. */
export function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a field is there. */
export function kindOf(value: unknown): "absent" | "null" | "present" {
  if (value === undefined) return "absent";
  return value === null ? "null" : "present";
}
