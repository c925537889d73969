/** Makes routes of the control interface from a schema and a function. */
import * as z from "zod";
import type { ControlRequest, ControlRoute } from "../api/route.js";
import { maxJsonBytes, parseJson, readBytes } from "../core/body.js";
import { checkShape } from "../core/check-shape.js";
import { jsonResponse, type ServiceRequest } from "../core/message.js";
import { invalidFields, type MockServiceError, unknownId, wrongValue } from "../core/mock-service-error.js";

/** What a route of JSON takes. */
interface ControlRouteOptions<Body> extends Pick<ControlRoute, "query"> {
  /** The shape of the body; undefined for a route that takes none. */
  body?: z.ZodType<Body>;
  /** The status of success. @default 200 */
  status?: number;
}

/**
 * A route that takes and returns JSON.
 *
 * @param target method and path, such as `GET /clock`
 * @param respond returns the body of the response; nothing for `{ status: "ok" }`
 */
export function controlRoute<Body = undefined>(
  target: string,
  respond: (request: ControlRequest & { body: Body }) => object | undefined | Promise<object | undefined>,
  { body: schema, query, status = 200 }: ControlRouteOptions<Body> = {},
): ControlRoute {
  const read = async (request: ControlRequest) => {
    // Without a schema the type of the body is undefined.
    const body = schema ? await readBody(request.request, schema) : (undefined as Body);
    return jsonResponse(status, (await respond({ ...request, body })) ?? { status: "ok" });
  };
  return plainRoute(target, read, { query });
}

/** A route that returns a whole response. */
export function plainRoute(
  target: string,
  respond: ControlRoute["respond"],
  options: Pick<ControlRoute, "query"> = {},
): ControlRoute {
  const [method = "", path = ""] = target.split(" ");
  return { address: "controlUrl", method, path, ...options, respond };
}

/** What a search has found. @throws {MockServiceError} "not-found" when that is nothing */
export function found<Value>(value: Value | undefined, what: string): Value {
  if (value !== undefined) return value;
  throw unknownId(what);
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
async function readBody<Body>(request: ServiceRequest, schema: z.ZodType<Body>): Promise<Body> {
  const announcedBytes = request.header("content-length");
  const bytes = await readBytes(request.chunks(), { announcedBytes, maxBytes: maxJsonBytes });
  return checkShape(schema, bytes.length === 0 ? {} : parseJson(bytes));
}

/** The text of a whole number. */
export const wholeNumberText = z.string().regex(/^\d{1,9}$/, { error: "must be a whole number, 0 or more" });

/** The query of a list in pages: `?limit=` rows, from the one after `?after=`. */
export const pageQuery = { limit: wholeNumberText, after: z.string() };

/** The value of a field of a checked query; undefined when it is not there. */
export function wholeNumber(query: URLSearchParams, field: string): number | undefined {
  const text = query.get(field);
  return text === null ? undefined : Number(text);
}

/** Checks the query of a request to a route. @throws {MockServiceError} @throws {UnknownFieldError} with every field at fault */
export function checkQuery(query: URLSearchParams, { query: fields = {} }: ControlRoute): void {
  if (fields === "any") return;
  const given = Object.fromEntries(query);
  const repeated = Object.keys(given).filter((name) => query.getAll(name).length > 1);
  if (repeated.length > 0)
    throw invalidFields(
      "invalid-input",
      repeated.map((name) => wrongValue(name, "must not be given twice")),
    );
  checkShape(z.strictObject(fields).partial(), given);
}
