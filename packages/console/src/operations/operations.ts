/** The operations of the service, and the fields that faults, gates and rules choose their requests by. */
import type { CallMatch, Match, OperationName } from "@call-analysis/mock";

/** Fields that requests of every operation have. The operation itself is chosen apart. */
type CommonField = "operation" | "method" | "path" | "organizationId";

/**
 * The fields of each operation's requests. It names what the fake knows, and nothing else: otherwise it does not compile.
 * A prospect may have any fields besides.
 */
const ownFields = {
  listAgents: {},
  createAgent: { name: true, email: true },
  updateAgent: { id: true, memberId: true, name: true, email: true },
  deleteAgent: { id: true, memberId: true },
  createUploadUrl: { filename: true, contentType: true },
  createCall: { memberId: true, categoryId: true, audio_url: true, filename: true, udfs: true, date: true },
  getCallAnalysis: { callId: true, memberId: true, categoryId: true, audio_url: true, filename: true, udfs: true },
  listCategories: {},
  getCategory: { categoryId: true },
  addProspect: { campaign_id: true, name: true, phone: true },
  uploadRecording: { uploadId: true, filename: true },
  readRecording: { uploadId: true, filename: true },
} satisfies { [Operation in OperationName]: Record<Exclude<keyof Match<Operation>, CommonField>, true> };

/** The fields of the calls that a rule chooses. */
const callFields = {
  memberId: true,
  categoryId: true,
  filename: true,
  udfs: true,
  date: true,
  audio_url: true,
  organizationId: true,
} satisfies Record<keyof CallMatch, true>;

/** Every operation. */
export const operationNames = Object.keys(ownFields) as readonly OperationName[];

/** The fields that requests of an operation can be chosen by; without one, those of all operations. */
export function matchFieldsOf(operation: OperationName | null): string[] {
  const own = operation === null ? Object.values(ownFields).flatMap(Object.keys) : Object.keys(ownFields[operation]);
  return [...new Set([...own, "organizationId", "method", "path"])];
}

/** The fields that a rule can choose calls by. */
export const callFieldNames: readonly string[] = Object.keys(callFields);

/** Whether a text is the name of an operation. */
export function isOperationName(text: unknown): text is OperationName {
  return typeof text === "string" && Object.hasOwn(ownFields, text);
}
