/** The routes of the control interface that decide how calls end. */
import * as z from "zod";
import type { Paths } from "../api/route.js";
import { checkShape } from "../core/check-shape.js";
import { type CallMatch, checkCallMatch } from "../core/match.js";
import { invalidValue, unknownId } from "../core/mock-service-error.js";
import type { EngineControls, InspectedCall } from "../domain/engine-controls.js";
import type { EngineRule } from "../domain/engine-rules.js";
import { partialAnalysisSchema } from "../engine/partial-analysis.js";
import type { CallList } from "./call-list.js";
import { controlRoute, found, removed } from "./control-route.js";
import { pageOf } from "./paging.js";

const failure = z.strictObject({ reason: z.string().optional() });

const rule = z.strictObject({
  match: z.record(z.string(), z.unknown()).optional(),
  complete: z.union([z.literal(true), z.record(z.string(), z.unknown())]).optional(),
  fail: z.union([z.literal(true), z.string(), failure]).optional(),
  stall: z.literal(true).optional(),
  afterMs: z.number().min(0).optional(),
  afterPolls: z.int().min(0).optional(),
});

type RuleBody = z.infer<typeof rule>;

const instructions = ["complete", "fail", "stall", "afterMs", "afterPolls"];

const contradictions = [
  ["complete", "fail"],
  ["complete", "stall"],
  ["fail", "stall"],
  ["afterMs", "afterPolls"],
] as const;

/** Routes that decide the progress and the outcome of calls. */
export function enginePaths(engine: EngineControls, calls: CallList): Paths {
  return { ...rulePaths(engine), ...callPaths(engine, calls) };
}

function rulePaths(engine: EngineControls): Paths {
  const { rules } = engine;
  return {
    "/engine/rules": {
      GET: controlRoute({ respond: () => ({ rules: rules.list() }) }),
      POST: controlRoute<RuleBody>({ body: rule, status: 201, respond: ({ body }) => ({ id: addRule(engine, body) }) }),
      DELETE: controlRoute({ respond: () => void rules.clear() }),
    },
    "/engine/rules/:id": {
      GET: controlRoute({ respond: ({ params }) => found(rules.list(), params.id, "rule") }),
      DELETE: controlRoute({ respond: ({ params }) => removed(rules.remove(params.id ?? ""), "rule") }),
    },
    "/engine/settle": { POST: controlRoute({ respond: () => void engine.settle() }) },
  };
}

function callPaths(engine: EngineControls, calls: CallList): Paths {
  return {
    "/calls": { GET: controlRoute({ respond: ({ query }) => ({ calls: calls.page(pageOf(query)) }) }) },
    "/calls/:callId": {
      GET: controlRoute({ respond: ({ params: { callId = "" } }) => onCall(() => engine.inspect(callId)) }),
    },
    "/calls/:callId/complete": {
      POST: controlRoute({
        body: partialAnalysisSchema,
        respond: ({ params: { callId = "" }, body }) =>
          onCall(() => {
            engine.complete(callId, body);
            return engine.inspect(callId);
          }),
      }),
    },
    "/calls/:callId/fail": {
      POST: controlRoute({
        body: failure,
        respond: ({ params: { callId = "" }, body: { reason } }) =>
          onCall(() => {
            engine.fail(callId, reason);
            return engine.inspect(callId);
          }),
      }),
    },
  };
}

/** Returns the rule's id. @throws {MockServiceError} when the rule has no instruction, or two that exclude each other */
function addRule(engine: EngineControls, body: RuleBody): string {
  const given = Object.keys(body).filter((key) => key !== "match");
  if (given.length === 0) throw invalidValue("", `A rule needs one of ${instructions.join(", ")}.`);
  for (const [one, other] of contradictions) {
    if (given.includes(one) && given.includes(other)) throw invalidValue(other, `cannot be given together with ${one}`);
  }
  const { match = {}, complete, fail, stall, afterMs, afterPolls } = body;
  const partial =
    complete === undefined || complete === true ? {} : checkShape(partialAnalysisSchema, complete, "complete");
  checkCallMatch(match, "match");
  // The check above found only fields of calls; their values are compared as they are.
  const added: EngineRule = engine.when(match as CallMatch);
  if (complete !== undefined) added.complete(partial);
  if (fail !== undefined) added.fail(reasonOf(fail));
  if (stall !== undefined) added.stall();
  if (afterMs !== undefined) added.afterMs(afterMs);
  if (afterPolls !== undefined) added.afterPolls(afterPolls);
  return added.id;
}

function reasonOf(fail: NonNullable<RuleBody["fail"]>): string | undefined {
  if (fail === true) return undefined;
  return typeof fail === "string" ? fail : fail.reason;
}

/** @throws {MockServiceError} "not-found" when there is no such call */
function onCall(action: () => InspectedCall): InspectedCall {
  try {
    return action();
  } catch (error) {
    if (error instanceof RangeError) throw unknownId("call");
    throw error;
  }
}
