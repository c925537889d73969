/** The calls of a service that cannot list them: those that were created or opened in this browser. */
import type { AnalysisSnapshot } from "@call-analysis/sdk";
import { KeptList } from "../ui/browser-setting.ts";
import type { Connection } from "./connection.ts";
import type { ListedCall } from "./control.ts";

/** The oldest are forgotten beyond this. */
const mostCalls = 2_000;

interface RememberedCall extends ListedCall {
  service: string;
}

const history = new KeptList<RememberedCall>("history");

/** The calls of a service, the newest first. */
export function rememberedCalls({ name }: Pick<Connection, "name">): ListedCall[] {
  return history.read().filter(({ service }) => service === name);
}

/** Remembers a call, or what is new about it. */
export function rememberCall(
  { name, organization }: Pick<Connection, "name" | "organization">,
  call: Partial<ListedCall> & Pick<ListedCall, "id">,
): void {
  const all = history.read();
  const known = all.find(({ service, id }) => service === name && id === call.id);
  const remembered = { ...(known ?? emptyCall(organization.id)), ...call, service: name };
  if (known && JSON.stringify(known) === JSON.stringify(remembered)) return;
  const list = known ? all.map((each) => (each === known ? remembered : each)) : [remembered, ...all];
  history.write(list.slice(0, mostCalls));
}

/** Remembers what a response says about a call. */
export function rememberSnapshot(
  connection: Connection,
  { callId, status, analysis, metadata }: AnalysisSnapshot,
): void {
  const { audioUrl, duration, createdAt, udfs } = metadata ?? {};
  rememberCall(connection, {
    id: callId,
    status,
    ...(audioUrl && { audioUrl }),
    ...(createdAt && { createdAt }),
    ...(typeof duration === "number" && { durationSeconds: duration }),
    ...(udfs && { udfs }),
    score: analysis?.score ?? null,
    outcomeLabel: analysis?.outcomeLabel ?? null,
    totalScore: analysis ? (analysis.sections ?? []).reduce((sum, section) => sum + section.totalScore, 0) : null,
  });
}

function emptyCall(organizationId: string): Omit<ListedCall, "id"> {
  return {
    status: "processing",
    organizationId,
    memberId: "",
    agentName: "",
    categoryId: "",
    categoryName: "",
    audioUrl: "",
    udfs: {},
    createdAt: new Date().toISOString(),
    durationSeconds: 0,
    failureReason: null,
    polls: 0,
    nextChangeAt: null,
    score: null,
    outcomeLabel: null,
    totalScore: null,
  };
}
