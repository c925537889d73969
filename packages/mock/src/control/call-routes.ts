/** The routes of the control interface that list calls, and decide how they end. */
import * as z from "zod";
import type { ControlRequest, ControlRoute } from "../api/route.js";
import { servedRecording } from "../api/storage.js";
import { oneOf } from "../core/check-shape.js";
import { isoOf } from "../core/clock.js";
import { invalidValue, unknownId } from "../core/mock-service-error.js";
import type { Analyses } from "../domain/analyses.js";
import type { EngineControls, InspectedCall } from "../domain/engine-controls.js";
import type { Recordings } from "../domain/recordings.js";
import { partialAnalysisSchema } from "../engine/partial-analysis.js";
import type { CallRow } from "../store/rows.js";
import type { Store } from "../store/store.js";
import { controlRoute, found, pageQuery, plainRoute, refusing, wholeNumber, wholeNumberText } from "./control-route.js";

/** What these routes depend on. */
export interface CallRouteDependencies {
  engine: EngineControls;
  store: Store;
  analyses: Analyses;
  recordings: Recordings;
}

/** Routes of calls. To list or inspect a call counts as no poll. */
export function callRoutes({ engine, store, analyses, recordings }: CallRouteDependencies): ControlRoute[] {
  const failure = z.strictObject({ reason: z.string().optional() });
  return [
    controlRoute(
      "GET /calls",
      ({ query }) => {
        const last = wholeNumber(query, "last");
        if (last !== undefined) return latestCalls({ ...Object.fromEntries(query), last }, { store, analyses });
        return { calls: pageOf(store.calls.list(), query).map((row) => listedCall(row, analyses)) };
      },
      { query: { ...pageQuery, last: wholeNumberText, ...latestQuery } },
    ),
    controlRoute("GET /calls/{callId}", ({ params: { callId = "" } }) => onCall(() => engine.inspect(callId))),
    endRoute("complete", { engine, body: partialAnalysisSchema }, (callId, partial) =>
      engine.complete(callId, partial),
    ),
    endRoute("fail", { engine, body: failure }, (callId, { reason }) => engine.fail(callId, reason)),
    plainRoute("GET /calls/{callId}/recording", ({ request, params: { callId = "" } }) =>
      servedRecording(request, recordings.readOf(found(store.calls.get(callId), "call"))),
    ),
    controlRoute("POST /engine/settle", () => void engine.settle()),
  ];
}

/** A route that ends a call, and shows it then. */
function endRoute<Body>(
  name: string,
  { engine, body }: { engine: EngineControls; body: z.ZodType<Body> },
  end: (callId: string, body: Body) => void,
): ControlRoute {
  const respond = ({ params: { callId = "" }, body }: ControlRequest & { body: Body }) =>
    onCall(() => {
      end(callId, body);
      return engine.inspect(callId);
    });
  return controlRoute(`POST /calls/{callId}/${name}`, respond, { body });
}

/** @throws {MockServiceError} "not-found" when there is no such call */
function onCall(action: () => InspectedCall): InspectedCall {
  return refusing(action, () => unknownId("call"));
}

/** A page of rows, the oldest first. @throws {MockServiceError} when there is no call with the id `after` */
function pageOf(rows: readonly CallRow[], query: URLSearchParams): readonly CallRow[] {
  const after = query.get("after");
  const start = after === null ? 0 : rows.findIndex(({ id }) => id === after) + 1;
  if (after !== null && start === 0) throw invalidValue("after", "is no call's id");
  return rows.slice(start, start + (wholeNumber(query, "limit") ?? rows.length));
}

/** Which of the latest calls are listed: `before` is a call's id, and `q` a text in names, address or user-defined fields. */
const latestQuery = {
  before: z.string(),
  id: z.string(),
  organizationId: z.string(),
  memberId: z.string(),
  categoryId: z.string(),
  status: z.string(),
  q: z.string(),
  analyses: oneOf(["all"]),
};

/** The calls that were created last, the oldest first, and how many there are of these in all. */
function latestCalls(
  {
    last,
    before,
    q = "",
    analyses: wanted,
    ...fields
  }: { last: number } & Partial<Record<keyof typeof latestQuery, string>>,
  { store, analyses }: Pick<CallRouteDependencies, "store" | "analyses">,
) {
  const { id, organizationId, memberId, categoryId, status } = fields;
  const rows = organizationId === undefined ? store.calls.list() : store.calls.listOf(organizationId);
  const text = q.trim().toLowerCase();
  const matching = rows.filter((row) => {
    if (id !== undefined && row.id !== id) return false;
    if (memberId !== undefined && row.memberId !== memberId) return false;
    if (categoryId !== undefined && row.category.id !== categoryId) return false;
    if (status !== undefined && analyses.statusOf(row) !== status) return false;
    return text === "" || searchedText(row).includes(text);
  });
  const index = matching.findIndex((row) => row.id === before);
  const end = before === undefined ? matching.length : Math.max(0, index);
  const calls = matching.slice(Math.max(0, end - last), end).map((row) => {
    const call = listedCall(row, analyses);
    const isWanted = wanted !== undefined && call.status === "completed";
    return isWanted ? { ...call, analysis: analyses.analysisOf(row).analysis } : call;
  });
  return { calls, found: matching.length, all: rows.length };
}

function searchedText({ id, agentName, category, audioUrl, udfs }: CallRow): string {
  return [id, agentName, category.name, audioUrl, JSON.stringify(udfs)].join("\n").toLowerCase();
}

/** A call without its analysis: of a completed one, the score and the outcome. */
function listedCall(row: CallRow, analyses: Analyses) {
  const { id, organizationId, memberId, agentName, category, audioUrl, udfs, createdAt, plan, polls } = row;
  const { outcome, failureReason } = analyses.endOf(row);
  const status = analyses.statusOf(row);
  const noResult = { score: null, outcomeLabel: null, totalScore: null };
  return {
    id,
    status,
    organizationId,
    memberId,
    agentName,
    categoryId: category.id,
    categoryName: category.name,
    audioUrl,
    udfs: udfs ?? {},
    createdAt,
    durationSeconds: analyses.durationSecondsOf(row),
    end: outcome,
    failureReason,
    progression: plan.progression,
    polls,
    nextChangeAt: isoOf(analyses.nextChangeMs([row])),
    ...(status === "completed" ? analyses.resultOf(row) : noResult),
  };
}
