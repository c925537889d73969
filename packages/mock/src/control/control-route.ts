/** Creates control routes from schemas and a function. */
import * as z from "zod";
import type { ControlRequest, ControlRoute } from "../api/route.js";
import { maxJsonBytes, parseJson, readBytes } from "../core/body.js";
import { checkShape } from "../core/check-shape.js";
import { jsonResponse, type ServiceRequest, type ServiceResponse } from "../core/message.js";
import { invalidValue } from "../core/mock-service-error.js";

type QueryShape = Readonly<Record<string, z.ZodType>>;

/** The inputs of a route. */
interface ControlRouteOptions<Body, Query extends QueryShape> {
  /** The schema of the body. Undefined for a route without a body. */
  body?: z.ZodType<Body>;
  /** The schemas of the query's fields. @default none */
  query?: Query;
  /** The status of success. @default 200 */
  status?: number;
}

/** A request whose body and query match the route's schemas. */
type CheckedRequest<Body, Query extends QueryShape> = Omit<ControlRequest, "query"> & {
  body: Body;
  query: { readonly [Name in keyof Query]?: z.output<Query[Name]> };
};

/**
 * A route that takes and returns JSON.
 *
 * @param target method and path, such as `GET /clock`
 * @param respond returns the body of the response; nothing for `{ status: "ok" }`
 */
export function controlRoute<Body = undefined, Query extends QueryShape = Record<never, never>>(
  target: string,
  respond: (request: CheckedRequest<Body, Query>) => object | undefined | Promise<object | undefined>,
  { status = 200, ...options }: ControlRouteOptions<Body, Query> = {},
): ControlRoute {
  return plainRoute<Body, Query>(
    target,
    async (request) => jsonResponse(status, (await respond(request)) ?? { status: "ok" }),
    options,
  );
}

/**
 * A route that returns a whole response. If a function of the fake throws a RangeError for a value, the response is
 * 400.
 */
export function plainRoute<Body = undefined, Query extends QueryShape = Record<never, never>>(
  target: string,
  respond: (request: CheckedRequest<Body, Query>) => ServiceResponse | Promise<ServiceResponse>,
  { body: schema, query: fields }: ControlRouteOptions<Body, Query> = {},
): ControlRoute {
  const [method = "", path = ""] = target.split(" ");
  // Built by the first request: most services never get a control request.
  let querySchema: z.ZodType | undefined;
  return {
    address: "controlUrl",
    method,
    path,
    async respond(request) {
      querySchema ??= z.strictObject({ ...fields }).partial();
      const given = checkShape(querySchema, Object.fromEntries(request.query));
      // Without schemas there are no body and no fields of a query.
      const query = querySchema.parse(given) as CheckedRequest<Body, Query>["query"];
      const body = schema ? await readBody(request.request, schema) : (undefined as Body);
      try {
        return await respond({ ...request, query, body });
      } catch (error) {
        throw error instanceof RangeError ? invalidValue("", error.message) : error;
      }
    },
  };
}

/**
 * Reads the body. No body counts as `{}`. @throws {MockServiceError} if it is too large, not JSON, or does not match
 * the schema
 */
async function readBody<Body>(request: ServiceRequest, schema: z.ZodType<Body>): Promise<Body> {
  const bytes = await readBytes(request, { maxBytes: maxJsonBytes });
  return checkShape(schema, bytes.length === 0 ? {} : parseJson(bytes));
}

/** The text of a whole number. */
export const wholeNumberText = z
  .string()
  .regex(/^\d{1,9}$/, { error: "must be a whole number, 0 or more" })
  .transform(Number);
