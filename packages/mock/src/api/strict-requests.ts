/** The checks of a strict service: what a live service might refuse, and a misspelt name would hide. */
import * as z from "zod";
import { parseJson } from "../core/body.js";
import { checkKnownFields } from "../core/check-shape.js";
import { invalidValue } from "../core/mock-service-error.js";
import type { OperationContract } from "../core/operations.js";
import type { ReceivedRequest } from "../core/received-request.js";

/**
 * Checks that a body is announced as JSON, and that it has no key that the contract does not name. What is no JSON at
 * all is left to the route, which refuses it.
 *
 * @throws {MockServiceError} "invalid-input" when the Content-Type is missing or another one
 * @throws {UnknownFieldError} which names the key and the known one that is nearest to it
 */
export async function checkStrictly({ operation, body: schema }: OperationContract, received: ReceivedRequest) {
  if (!schema) return;
  const type = received.header("content-type");
  if (!/^application\/json *(;|$)/i.test(type ?? "")) {
    throw invalidValue("", `The header Content-Type is ${type ?? "missing"}, and must be application/json.`);
  }
  // A prospect may have its own keys.
  if (operation === "addProspect" || !(schema instanceof z.ZodObject)) return;
  const bytes = await received.peek();
  const body = bytes && bytes.length > 0 ? parseJson(bytes) : undefined;
  if (typeof body === "object" && body !== null) checkKnownFields(body, Object.keys(schema.shape));
}
