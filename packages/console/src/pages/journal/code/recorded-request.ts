/** What of a journal's entry decides how its request is written as code. */
import type { JournalEntry } from "@call-analysis/mock";
import { factsOf } from "../../../operations/operations.ts";

/** The name of the id in the path of an operation, such as `callId`; undefined for an operation without one. */
export function pathParameter({ operation }: Pick<JournalEntry, "operation">): string | undefined {
  return /\{(\w+)\}/.exec(factsOf(operation).path ?? "")?.[1];
}

/** The id in the path of the request; empty for an operation without one. */
export function pathId({ operation, path }: JournalEntry): string {
  const template = factsOf(operation).path?.split("/") ?? [];
  const index = template.findIndex((segment) => segment.startsWith("{"));
  if (index === -1) return "";
  // Counted from the end: the interface may have a path before it.
  const segment = path.split("/").at(index - template.length) ?? "";
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The call that a request has created, or is about, and the status that the response gives it; undefined for none. */
export function callOf(entry: JournalEntry): { id: string | undefined; status: string | undefined } {
  const { callId, status } = Object(Object(entry.response.content).data);
  const named = entry.operation === "getCallAnalysis" && entry.status !== 404 ? pathId(entry) : undefined;
  const id = [entry.lostResponse?.callId, callId, named].find((each) => typeof each === "string");
  return { id, status: typeof status === "string" ? status : undefined };
}

/** The body as an object; undefined when it is none, or not whole. */
export function objectBody({ request: { content, isCut } }: JournalEntry): Record<string, unknown> | undefined {
  if (isCut || typeof content !== "object" || content === null || Array.isArray(content)) return undefined;
  // An object that was parsed from JSON.
  return content as Record<string, unknown>;
}

/** Whether the typed client can send this request: it takes no other body than the contract has. */
export function isTyped(entry: JournalEntry): boolean {
  const { client, body: known } = factsOf(entry.operation);
  if (client === undefined || entry.method === "HEAD") return false;
  if (!known) return true;
  const body = objectBody(entry);
  if (!body) return false;
  const areKnown = known.takesOthers || Object.keys(body).every((key) => Object.hasOwn(known.fields, key));
  return areKnown && Object.entries(known.fields).every(([key, type]) => isOfType(body[key], type));
}

/** @param type as the document has it, with `?` for a field that may be missing */
function isOfType(value: unknown, type: string): boolean {
  if (value === undefined) return type.endsWith("?");
  if (type.startsWith("array")) return Array.isArray(value);
  return value !== null && !Array.isArray(value) && typeof value === type.replace("?", "");
}

/** The call of the client that sends the request, such as `sdk.agents.list()`. */
export function clientCall(entry: JournalEntry, { client, id, body }: { client: string; id: string; body: string }) {
  const { client: method, body: hasBody } = factsOf(entry.operation);
  const given = [...(pathParameter(entry) === undefined ? [] : [id]), ...(hasBody ? [body] : [])];
  return `${client}.${method}(${given.join(", ")})`;
}

/** The body as the text that was sent; null for none. */
export function bodyText({ request: { content } }: JournalEntry): string | null {
  if (content === null || content === undefined) return null;
  return typeof content === "string" ? content : JSON.stringify(content);
}

/** Whether the service asks for a key. Storage does not: a signature authorizes an upload. */
export function takesKey({ operation }: Pick<JournalEntry, "operation">): boolean {
  return operation === null || factsOf(operation).client !== undefined;
}
