/** The control routes that list calls, and decide how they end. */
import * as z from "zod";
import type { ControlRequest, ControlRoute } from "../api/route.js";
import { servedRecording } from "../api/storage.js";
import { oneOf } from "../core/check-shape.js";
import { isoOf } from "../core/clock.js";
import { found, invalidValue } from "../core/mock-service-error.js";
import {
  analysisOf,
  durationSecondsOf,
  endOf,
  listedResultOf,
  nextStatusChangeMs,
  statusOf,
} from "../domain/analyses.js";
import type { Domain } from "../domain/domain.js";
import type { EngineControls } from "../domain/engine-controls.js";
import { keyOf, readRecording } from "../domain/recordings.js";
import { partialAnalysisSchema } from "../engine/partial-analysis.js";
import { matches } from "../rules/match.js";
import type { CallRow } from "../store/rows.js";
import { controlRoute, plainRoute, wholeNumberText } from "./control-route.js";

/**
 * Which calls to list: from the first call on with `limit` and `after`, or from the latest call back with `last` and
 * `before`. `q` is a text in names, URL or user-defined fields.
 */
const listQuery = {
  limit: wholeNumberText,
  after: z.string(),
  last: wholeNumberText,
  before: z.string(),
  id: z.string(),
  organizationId: z.string(),
  memberId: z.string(),
  categoryId: z.string(),
  status: z.string(),
  outcomeLabel: z.string(),
  q: z.string(),
  analyses: oneOf(["all"]),
};

type ListQuery = { readonly [Name in keyof typeof listQuery]?: z.output<(typeof listQuery)[Name]> };

/** The routes of calls. Listing or inspecting a call does not count as a poll. */
export function callRoutes(domain: Domain, engine: EngineControls): ControlRoute[] {
  const { calls } = domain.store;
  const failure = z.strictObject({ reason: z.string().optional() });
  const rowOf = ({ params: { callId = "" } }: Pick<ControlRequest, "params">) => found(calls.get(callId), "call");
  const inspectedAfter = (request: Pick<ControlRequest, "params">, end: (callId: string) => void) => {
    const { id } = rowOf(request);
    end(id);
    return engine.inspect(id);
  };
  return [
    controlRoute("GET /calls", ({ query }) => listOfCalls(domain, query), { query: listQuery }),
    controlRoute("GET /calls/{callId}", (request) => engine.inspect(rowOf(request).id)),
    controlRoute(
      "POST /calls/{callId}/complete",
      (request) => inspectedAfter(request, (id) => engine.complete(id, request.body)),
      { body: partialAnalysisSchema },
    ),
    controlRoute(
      "POST /calls/{callId}/fail",
      (request) => inspectedAfter(request, (id) => engine.fail(id, request.body.reason)),
      { body: failure },
    ),
    plainRoute("GET /calls/{callId}/recording", (request) =>
      servedRecording(request.request, readRecording(domain, keyOf(domain, rowOf(request)))),
    ),
    controlRoute("POST /engine/settle", () => void engine.settle(), { body: z.strictObject({}) }),
  ];
}

/** A page of calls, the oldest first, with the number of matching calls and the number of all calls. */
function listOfCalls(domain: Domain, { limit, after, last, before, q = "", analyses: wanted, ...fields }: ListQuery) {
  const { calls } = domain.store;
  const rows = fields.organizationId === undefined ? calls.list() : calls.listOf(fields.organizationId);
  // Spaces and hyphens are alike: a name has one, and its recording's address the other.
  const text = q.trim().toLowerCase().replaceAll("-", " ");
  const matching = rows.filter((row) => {
    const status = (fields.status ?? fields.outcomeLabel) && statusOf(domain, row);
    const result = fields.outcomeLabel !== undefined && status === "completed" && listedResultOf(domain, row);
    return matches(fields, { ...row, status, ...result }) && (text === "" || searchedText(row).includes(text));
  });
  const indexOf = (callId: string) => matching.findIndex((row) => row.id === callId);
  const start = after === undefined ? 0 : indexOf(after) + 1;
  if (after !== undefined && start === 0) throw invalidValue("after", "is not the id of a call");
  const end = before === undefined ? matching.length : Math.max(0, indexOf(before));
  const page = matching.slice(last === undefined ? start : Math.max(start, end - last), end);
  const listed = page.slice(0, limit).map((row) => {
    const call = listedCall(domain, row);
    const isWanted = wanted !== undefined && call.status === "completed";
    return isWanted ? { ...call, analysis: analysisOf(domain, row).analysis } : call;
  });
  return { calls: listed, found: matching.length, all: rows.length };
}

function searchedText({ id, agentName, category, audioUrl, udfs }: CallRow): string {
  const texts = [id, agentName, category.name, audioUrl, JSON.stringify(udfs)];
  return texts.join("\n").toLowerCase().replaceAll("-", " ");
}

/** A call without its analysis. A completed call has its score and its outcome. */
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
    // A call that stalls, or has ended, waits for nothing.
    progression: plan.statusOverride === undefined ? plan.progression : { mode: "manual" },
    polls,
    nextChangeAt: isoOf(nextStatusChangeMs(domain, [row])),
    ...(status === "completed" ? listedResultOf(domain, row) : noResult),
  };
}
