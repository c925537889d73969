/** What of a journal's entry decides how its request is written as code. */
import type { JournalEntry } from "@call-analysis/mock";

/** Fields of a body that the client takes, and whether they must be there. */
const bodyFields: Readonly<Record<string, Readonly<Record<string, "text" | "text?" | "object?">>>> = {
  createAgent: { name: "text", email: "text" },
  updateAgent: { name: "text?", email: "text?" },
  createUploadUrl: { filename: "text", contentType: "text" },
  createCall: { memberId: "text", categoryId: "text", audio_url: "text", udfs: "object?", date: "text?" },
  addProspect: { name: "text?", phone: "text?" },
};

/** Where the id stands in the path of an operation, counted from its end. */
const idPosition: Readonly<Record<string, number>> = {
  updateAgent: -1,
  deleteAgent: -1,
  getCallAnalysis: -2,
  getCategory: -1,
  addProspect: -2,
};

/** The id in the path of the request; empty for an operation without one. */
export function pathId({ operation, path }: JournalEntry): string {
  const segment = path.split("/").at(idPosition[operation ?? ""] ?? path.length) ?? "";
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The body as an object; undefined when it is none, or not whole. */
export function objectBody({ request: { content, isCut } }: JournalEntry): Record<string, unknown> | undefined {
  if (isCut || typeof content !== "object" || content === null || Array.isArray(content)) return undefined;
  // An object that was parsed from JSON.
  return content as Record<string, unknown>;
}

/** Whether the typed client can send this request: it takes no other body than the contract has. */
export function isTyped(entry: JournalEntry): boolean {
  const { operation, method } = entry;
  if (operation === null || operation === "uploadRecording" || operation === "readRecording" || method === "HEAD")
    return false;
  const fields = bodyFields[operation];
  if (!fields) return true;
  const body = objectBody(entry);
  if (!body) return false;
  const areKnown = operation === "addProspect" || Object.keys(body).every((key) => Object.hasOwn(fields, key));
  return areKnown && Object.entries(fields).every(([key, kind]) => isOfKind(body[key], kind));
}

function isOfKind(value: unknown, kind: "text" | "text?" | "object?"): boolean {
  if (value === undefined) return kind !== "text";
  if (kind === "object?") return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === "string";
}

/** The call of the client that sends the request, such as `sdk.agents.list()`. */
export function clientCall(entry: JournalEntry, { client, id, body }: { client: string; id: string; body: string }) {
  switch (entry.operation) {
    case "listAgents":
      return `${client}.agents.list()`;
    case "createAgent":
      return `${client}.agents.create(${body})`;
    case "updateAgent":
      return `${client}.agents.update(${id}, ${body})`;
    case "deleteAgent":
      return `${client}.agents.delete(${id})`;
    case "createUploadUrl":
      return `${client}.calls.createUploadUrl(${body})`;
    case "createCall":
      return `${client}.calls.create(${body})`;
    case "getCallAnalysis":
      return `${client}.calls.getAnalysis(${id})`;
    case "listCategories":
      return `${client}.categories.list()`;
    case "getCategory":
      return `${client}.categories.get(${id})`;
    case "addProspect":
      return `${client}.campaigns.addProspect(${id}, ${body})`;
    case "uploadRecording":
    case "readRecording":
    case null:
      throw new Error(`The typed client does not send ${entry.operation}.`);
  }
}

/** The body as the text that was sent; null for none. */
export function bodyText({ request: { content } }: JournalEntry): string | null {
  if (content === null || content === undefined) return null;
  return typeof content === "string" ? content : JSON.stringify(content);
}

/** Whether the service asks for a key. Storage does not: a signature authorizes an upload. */
export function takesKey({ operation }: Pick<JournalEntry, "operation">): boolean {
  return operation !== "uploadRecording" && operation !== "readRecording";
}
