/** The fields that the bodies of requests have. A body that is not here may have any: those of prospects do. */
import type { AgentInput, AgentUpdate, CallInput, UploadUrlInput } from "../contract/types.js";
import type { OperationId } from "../contract/validator.js";
import type { NamesOf } from "../known-names.js";

const agent: NamesOf<AgentInput> & NamesOf<AgentUpdate> = { name: true, email: true };
const createUploadUrl: NamesOf<UploadUrlInput> = { filename: true, contentType: true };
const createCall: NamesOf<CallInput> = {
  memberId: true,
  categoryId: true,
  audio_url: true,
  udfs: true,
  date: true,
};

/** By operation. */
export const bodyFields = {
  createAgent: agent,
  updateAgent: agent,
  createUploadUrl,
  createCall,
} satisfies { [Id in OperationId]?: Record<string, true> };
