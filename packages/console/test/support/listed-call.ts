import type { ListedCall } from "../../src/connection/control.ts";

/** A call as the control interface lists it. */
export function listedCall(fields: Partial<ListedCall> = {}): ListedCall {
  return {
    id: "call_1",
    status: "completed",
    organizationId: "org",
    memberId: "member",
    agentName: "Asha",
    categoryId: "category",
    categoryName: "Sales",
    audioUrl: "",
    udfs: {},
    createdAt: "2026-11-02T12:00:00.000Z",
    durationSeconds: 60,
    failureReason: null,
    progression: { mode: "polls", processing: 1, pending: 1 },
    polls: 0,
    nextChangeAt: null,
    score: 50,
    outcomeLabel: "Won",
    totalScore: 10,
    ...fields,
  };
}
