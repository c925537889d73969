/** The routes of the control interface that list calls, and decide how they end. */
import * as z from "zod";
import type { ControlRequest, ControlRoute } from "../api/route.js";
import { servedRecording } from "../api/storage.js";
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
      ({ query }) => ({ calls: pageOf(store.calls.list(), query).map((row) => listedCall(row, analyses)) }),
      { query: { ...pageQuery, last: wholeNumberText } },
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

/** The last rows, or a page of them, the oldest first. @throws {MockServiceError} when there is no call with the id `after` */
function pageOf(rows: readonly CallRow[], query: URLSearchParams): readonly CallRow[] {
  const last = wholeNumber(query, "last");
  if (last !== undefined) return rows.slice(Math.max(0, rows.length - last));
  const after = query.get("after");
  const start = after === null ? 0 : rows.findIndex(({ id }) => id === after) + 1;
  if (after !== null && start === 0) throw invalidValue("after", "is no call's id");
  return rows.slice(start, start + (wholeNumber(query, "limit") ?? rows.length));
}

/** A call without its analysis: of a completed one, the score and the outcome. */
function listedCall(row: CallRow, analyses: Analyses): object {
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
