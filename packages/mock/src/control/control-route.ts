/** Makes routes of the control interface from a schema and a function. */
import type * as z from "zod";
import type { ControlRoute, RoutedRequest } from "../api/route.js";
import { parseJson, readBytes } from "../core/body.js";
import { checkShape } from "../core/check-shape.js";
import { jsonResponse } from "../core/message.js";
import type { ReceivedRequest } from "../core/received-request.js";

/** The largest body that the control interface takes, except for a whole state. */
const maxBodyBytes = 1_048_576;

/** A route of the control interface. */
export interface ControlRouteOptions<Body> {
  /** The shape of the body; missing for a route that takes none. */
  body?: z.ZodType<Body>;
  /** The status of success. @default 200 */
  status?: number;
  /** Returns the body of the response. @default { status: "ok" } when it returns nothing */
  respond(request: RoutedRequest & { body: Body }): object | undefined;
}

/** A route that takes and returns JSON. */
export function controlRoute<Body = undefined>(options: ControlRouteOptions<Body>): ControlRoute {
  const { body: schema, status = 200, respond } = options;
  return {
    access: "control",
    async respond(request) {
      // Without a schema the type of the body is undefined.
      const body = schema ? await readBody(request.received, schema) : (undefined as Body);
      return jsonResponse(status, respond({ ...request, body }) ?? { status: "ok" });
    },
  };
}

/** No body at all counts as `{}`. @throws {MockServiceError} when it is too large, not JSON, or of another shape */
async function readBody<Body>(received: ReceivedRequest, schema: z.ZodType<Body>): Promise<Body> {
  const bytes = await readBytes(received, maxBodyBytes);
  return checkShape(schema, bytes.length === 0 ? {} : parseJson(bytes));
}
