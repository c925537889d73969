/** The routes of the control interface that decide how calls end. */
import * as z from "zod";
import type { Paths } from "../api/route.js";
import { unknownId } from "../core/mock-service-error.js";
import type { EngineControls, InspectedCall } from "../domain/engine-controls.js";
import { partialAnalysisSchema } from "../engine/partial-analysis.js";
import type { CallList } from "./call-list.js";
import { controlRoute } from "./control-route.js";
import { pageOf, pageQuery, wholeNumber, wholeNumberText } from "./query.js";

const failure = z.strictObject({ reason: z.string().optional() });

/** Routes that decide the progress and the outcome of calls. */
export function enginePaths(engine: EngineControls, calls: CallList): Paths {
  return {
    ...callPaths(engine, calls),
    "/engine/settle": { POST: controlRoute({ respond: () => void engine.settle() }) },
  };
}

function callPaths(engine: EngineControls, calls: CallList): Paths {
  return {
    "/calls": {
      GET: controlRoute({
        query: { ...pageQuery, last: wholeNumberText },
        respond({ query }) {
          const last = wholeNumber(query, "last");
          return { calls: last === undefined ? calls.page(pageOf(query)) : calls.last(last) };
        },
      }),
    },
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

/** @throws {MockServiceError} "not-found" when there is no such call */
function onCall(action: () => InspectedCall): InspectedCall {
  try {
    return action();
  } catch (error) {
    if (error instanceof RangeError) throw unknownId("call");
    throw error;
  }
}
