import * as z from "zod";
import type { Paths, RoutedRequest } from "../api/route.js";
import { jsonResponse, type ServiceResponse } from "../core/message.js";
import { checkShape, invalidValue, unknownId } from "../core/mock-service-error.js";
import type { EngineControls } from "../domain/engine-controls.js";
import type { EngineRule } from "../domain/engine-rules.js";
import { partialAnalysisSchema } from "../engine/partial-analysis.js";
import { readControlBody } from "./control-body.js";

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

/** Routes that decide how calls go. */
export function enginePaths(engine: EngineControls): Paths {
  return {
    "/engine/rules": {
      POST: {
        access: "control",
        async answer({ incoming }) {
          addRule(engine, await readControlBody<RuleBody>(incoming, rule));
          return jsonResponse(201, { status: "ok" });
        },
      },
    },
    "/calls/:callId": {
      GET: { access: "control", answer: (request) => onCall(request, () => {}, engine) },
    },
    "/calls/:callId/complete": {
      POST: {
        access: "control",
        async answer(request) {
          const partial = await readControlBody(request.incoming, partialAnalysisSchema);
          return onCall(request, (callId) => engine.complete(callId, partial), engine);
        },
      },
    },
    "/calls/:callId/fail": {
      POST: {
        access: "control",
        async answer(request) {
          const { reason } = await readControlBody(request.incoming, failure);
          return onCall(request, (callId) => engine.fail(callId, reason), engine);
        },
      },
    },
  };
}

/** @throws {MockServiceError} when the rule says nothing, or two things that exclude each other */
function addRule(engine: EngineControls, body: RuleBody): void {
  const given = Object.keys(body).filter((key) => key !== "match");
  if (given.length === 0) throw invalidValue("", `A rule needs one of ${instructions.join(", ")}.`);
  for (const [one, other] of contradictions) {
    if (given.includes(one) && given.includes(other)) throw invalidValue(other, `cannot be given together with ${one}`);
  }
  const { match = {}, complete, fail, stall, afterMs, afterPolls } = body;
  const partial =
    complete === undefined || complete === true ? {} : checkShape(partialAnalysisSchema, complete, "complete");
  const added: EngineRule = engine.when(match);
  if (complete !== undefined) added.complete(partial);
  if (fail !== undefined) added.fail(reasonOf(fail));
  if (stall !== undefined) added.stall();
  if (afterMs !== undefined) added.afterMs(afterMs);
  if (afterPolls !== undefined) added.afterPolls(afterPolls);
}

function reasonOf(fail: NonNullable<RuleBody["fail"]>): string | undefined {
  if (fail === true) return undefined;
  return typeof fail === "string" ? fail : fail.reason;
}

function onCall(request: RoutedRequest, change: (callId: string) => void, engine: EngineControls): ServiceResponse {
  const { callId = "" } = request.params;
  try {
    change(callId);
    return jsonResponse(200, engine.inspect(callId));
  } catch (error) {
    if (error instanceof RangeError) throw unknownId("call");
    throw error;
  }
}
