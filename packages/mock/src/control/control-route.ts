/** Makes routes of the control interface from a schema and a function. */
import type * as z from "zod";
import type { ControlRoute, RoutedRequest } from "../api/route.js";
import { maxJsonBytes, parseJson, readBytes } from "../core/body.js";
import { checkShape } from "../core/check-shape.js";
import { jsonResponse } from "../core/message.js";
import { type MockServiceError, unknownId } from "../core/mock-service-error.js";
import type { ReceivedRequest } from "../core/received-request.js";

/** A route of the control interface. */
export interface ControlRouteOptions<Body> {
  /** The shape of the body; missing for a route that takes none. */
  body?: z.ZodType<Body>;
  /** The fields that its query may have. @default none */
  query?: ControlRoute["query"];
  /** The status of success. @default 200 */
  status?: number;
  /** Returns the body of the response. @default { status: "ok" } when it returns nothing */
  respond(request: RoutedRequest & { body: Body }): object | undefined | Promise<object | undefined>;
}

/** A route that takes and returns JSON. */
export function controlRoute<Body = undefined>(options: ControlRouteOptions<Body>): ControlRoute {
  const { body: schema, query, status = 200, respond } = options;
  return {
    access: "control",
    query,
    async respond(request) {
      // Without a schema the type of the body is undefined.
      const body = schema ? await readBody(request.received, schema) : (undefined as Body);
      return jsonResponse(status, (await respond({ ...request, body })) ?? { status: "ok" });
    },
  };
}

/** The row with an id. @throws {MockServiceError} "not-found" when there is none */
export function found<Row extends { id: string }>(rows: readonly Row[], id: string | undefined, what: string): Row {
  const row = rows.find((each) => each.id === id);
  if (row) return row;
  throw unknownId(what);
}

/** @throws {MockServiceError} "not-found" when nothing was removed */
export function removed(wasThere: boolean, what: string): undefined {
  if (!wasThere) throw unknownId(what);
}

/** Runs an action that a client asked for. What it refuses by a RangeError is refused by the error of its message. */
export function refusing<Value>(action: () => Value, errorOf: (message: string) => MockServiceError): Value {
  try {
    return action();
  } catch (error) {
    if (error instanceof RangeError) throw errorOf(error.message);
    throw error;
  }
}

/** No body at all counts as `{}`. @throws {MockServiceError} when it is too large, not JSON, or of another shape */
async function readBody<Body>(received: ReceivedRequest, schema: z.ZodType<Body>): Promise<Body> {
  const bytes = await readBytes(received, maxJsonBytes);
  return checkShape(schema, bytes.length === 0 ? {} : parseJson(bytes));
}
