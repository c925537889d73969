/** The routes of the control interface that decide how calls end. */
import * as z from "zod";
import type { Paths } from "../api/route.js";
import { unknownId } from "../core/mock-service-error.js";
import type { EngineControls, InspectedCall } from "../domain/engine-controls.js";
import { partialAnalysisSchema } from "../engine/partial-analysis.js";
import { type CallListDependencies, lastCalls, pageOfCalls } from "./call-list.js";
import { controlRoute, refusing } from "./control-route.js";
import { pageOf, pageQuery, wholeNumber, wholeNumberText } from "./query.js";

const failure = z.strictObject({ reason: z.string().optional() });

/** Routes that decide the progress and the outcome of calls. */
export function enginePaths(engine: EngineControls, listed: CallListDependencies): Paths {
  return {
    ...callPaths(engine, listed),
    "/engine/settle": { POST: controlRoute({ respond: () => void engine.settle() }) },
  };
}

function callPaths(engine: EngineControls, listed: CallListDependencies): Paths {
  return {
    "/calls": {
      GET: controlRoute({
        query: { ...pageQuery, last: wholeNumberText },
        respond({ query }) {
          const last = wholeNumber(query, "last");
          return { calls: last === undefined ? pageOfCalls(pageOf(query), listed) : lastCalls(last, listed) };
        },
      }),
    },
    "/calls/:callId": {
      GET: controlRoute({ respond: ({ params: { callId = "" } }) => onCall(() => engine.inspect(callId)) }),
    },
    "/calls/:callId/complete": {
      POST: endRoute(engine, partialAnalysisSchema, (callId, partial) => engine.complete(callId, partial)),
    },
    "/calls/:callId/fail": {
      POST: endRoute(engine, failure, (callId, { reason }) => engine.fail(callId, reason)),
    },
  };
}

/** A route that ends a call, and shows it then. */
function endRoute<Body>(engine: EngineControls, body: z.ZodType<Body>, end: (callId: string, body: Body) => void) {
  return controlRoute({
    body,
    respond: ({ params: { callId = "" }, body }) =>
      onCall(() => {
        end(callId, body);
        return engine.inspect(callId);
      }),
  });
}

/** @throws {MockServiceError} "not-found" when there is no such call */
function onCall(action: () => InspectedCall): InspectedCall {
  return refusing(action, () => unknownId("call"));
}
