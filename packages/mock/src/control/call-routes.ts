/** The routes of the control interface that list calls, and decide how they end. */
import * as z from "zod";
import type { ControlRequest, ControlRoute } from "../api/route.js";
import { servedRecording } from "../api/storage.js";
import { oneOf } from "../core/check-shape.js";
import { isoOf } from "../core/clock.js";
import { invalidValue, unknownId } from "../core/mock-service-error.js";
import {
  analysisOf,
  durationSecondsOf,
  endOf,
  listedResultOf,
  nextStatusChangeMs,
  statusOf,
} from "../domain/analyses.js";
import type { Domain } from "../domain/domain.js";
import type { EngineControls, InspectedCall } from "../domain/engine-controls.js";
import { keyOf, readRecording } from "../domain/recordings.js";
import { partialAnalysisSchema } from "../engine/partial-analysis.js";
import type { CallRow } from "../store/rows.js";
import { controlRoute, found, pageQuery, plainRoute, refusing, wholeNumber, wholeNumberText } from "./control-route.js";

/** What these routes depend on. */
export interface CallRouteDependencies {
  domain: Domain;
  engine: EngineControls;
}

/** Routes of calls. To list or inspect a call counts as no poll. */
export function callRoutes({ domain, engine }: CallRouteDependencies): ControlRoute[] {
  const { calls } = domain.store;
  const failure = z.strictObject({ reason: z.string().optional() });
  return [
    controlRoute(
      "GET /calls",
      ({ query }) => {
        const last = wholeNumber(query, "last");
        if (last !== undefined) return latestCalls(domain, { ...Object.fromEntries(query), last });
        return { calls: pageOf(calls.list(), query).map((row) => listedCall(domain, row)) };
      },
      { query: { ...pageQuery, last: wholeNumberText, ...latestQuery } },
    ),
    controlRoute("GET /calls/{callId}", ({ params: { callId = "" } }) => onCall(() => engine.inspect(callId))),
    endRoute("complete", { engine, body: partialAnalysisSchema }, (callId, partial) =>
      engine.complete(callId, partial),
    ),
    endRoute("fail", { engine, body: failure }, (callId, { reason }) => engine.fail(callId, reason)),
    plainRoute("GET /calls/{callId}/recording", ({ request, params: { callId = "" } }) =>
      servedRecording(request, readRecording(domain, keyOf(domain, found(calls.get(callId), "call")))),
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
  domain: Domain,
  {
    last,
    before,
    q = "",
    analyses: wanted,
    ...fields
  }: { last: number } & Partial<Record<keyof typeof latestQuery, string>>,
) {
  const { calls } = domain.store;
  const { id, organizationId, memberId, categoryId, status } = fields;
  const rows = organizationId === undefined ? calls.list() : calls.listOf(organizationId);
  const text = q.trim().toLowerCase();
  const matching = rows.filter((row) => {
    if (id !== undefined && row.id !== id) return false;
    if (memberId !== undefined && row.memberId !== memberId) return false;
    if (categoryId !== undefined && row.category.id !== categoryId) return false;
    if (status !== undefined && statusOf(domain, row) !== status) return false;
    return text === "" || searchedText(row).includes(text);
  });
  const index = matching.findIndex((row) => row.id === before);
  const end = before === undefined ? matching.length : Math.max(0, index);
  const listed = matching.slice(Math.max(0, end - last), end).map((row) => {
    const call = listedCall(domain, row);
    const isWanted = wanted !== undefined && call.status === "completed";
    return isWanted ? { ...call, analysis: analysisOf(domain, row).analysis } : call;
  });
  return { calls: listed, found: matching.length, all: rows.length };
}

function searchedText({ id, agentName, category, audioUrl, udfs }: CallRow): string {
  return [id, agentName, category.name, audioUrl, JSON.stringify(udfs)].join("\n").toLowerCase();
}

/** A call without its analysis: of a completed one, the score and the outcome. */
function listedCall(domain: Domain, row: CallRow) {
  const { id, organizationId, memberId, agentName, category, audioUrl, udfs, createdAt, plan, polls } = row;
  const { outcome, failureReason } = endOf(domain, row);
  const status = statusOf(domain, row);
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
    durationSeconds: durationSecondsOf(domain, row),
    end: outcome,
    failureReason,
    progression: plan.progression,
    polls,
    nextChangeAt: isoOf(nextStatusChangeMs(domain, [row])),
    ...(status === "completed" ? listedResultOf(domain, row) : noResult),
  };
}
