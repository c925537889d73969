import type * as z from "zod";
import { checkShape } from "../../shape.js";
import { parseJson, readBytes } from "../body.js";
import type { Incoming } from "../exchange.js";

/** The largest body that control takes, but for a whole state. */
const maxBytes = 1_048_576;

/**
 * Reads a body of the control interface; no body at all counts as `{}`.
 *
 * @throws {Refusal} when it is too large, no JSON, or has not the schema's shape
 */
export async function readControlBody<Body>(incoming: Incoming, schema: z.ZodType<Body>): Promise<Body> {
  const bytes = await readBytes(incoming, maxBytes);
  return checkShape(schema, bytes.length === 0 ? {} : parseJson(bytes));
}
