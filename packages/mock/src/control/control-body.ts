import type * as z from "zod";
import { parseJson, readBytes } from "../core/body.js";
import type { ServiceRequest } from "../core/message.js";
import { checkShape } from "../core/mock-service-error.js";

/** The largest body that control takes, but for a whole state. */
const maxBytes = 1_048_576;

/**
 * Reads a body of the control interface; no body at all counts as `{}`.
 *
 * @throws {MockServiceError} when it is too large, no JSON, or has not the schema's shape
 */
export async function readControlBody<Body>(incoming: ServiceRequest, schema: z.ZodType<Body>): Promise<Body> {
  const bytes = await readBytes(incoming, maxBytes);
  return checkShape(schema, bytes.length === 0 ? {} : parseJson(bytes));
}
