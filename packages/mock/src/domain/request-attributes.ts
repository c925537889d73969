import type { OperationName } from "../core/operations.js";
import type { Store } from "../store/store.js";
import type { DomainDependencies } from "./dependencies.js";
import type { Recordings } from "./recordings.js";

/** The attributes by which a match selects requests: the fields of body and path, and those of what the request is about. */
export interface RequestAttributes {
  operation: OperationName | null;
  method: string;
  /** The path of the address, without its query. */
  path: string;
  /** The organization of the request's key; null without a valid key. */
  organizationId: string | null;
  readonly [field: string]: unknown;
}

/** What the attributes of a request are read from. */
export interface RequestAttributesOptions
  extends Pick<RequestAttributes, "operation" | "method" | "path" | "organizationId"> {
  params: Readonly<Record<string, string>>;
  /** The parsed body; undefined for none. */
  body: unknown;
}

/** Reads the attributes of requests. */
export class RequestAttributesReader {
  readonly #store: Store;
  readonly #recordings: Recordings;

  constructor({ store }: DomainDependencies, recordings: Recordings) {
    this.#store = store;
    this.#recordings = recordings;
  }

  /** The attributes of a request. Fields of the body never replace those of the request itself. */
  attributesOf({ params, body, ...request }: RequestAttributesOptions): RequestAttributes {
    return { ...(isObject(body) ? body : {}), ...params, ...this.#subject(params, body), ...request };
  }

  /** The call, the upload or the agent that the request is about. */
  #subject(params: RequestAttributesOptions["params"], body: unknown): Record<string, unknown> {
    const { callId, uploadId, filename, id } = params;
    if (callId !== undefined) return this.#call(callId);
    if (uploadId !== undefined) return { filename: this.#store.uploads.get(uploadId)?.filename ?? filename };
    if (id !== undefined) return { memberId: id };
    return isObject(body) && "audio_url" in body ? this.#recording(body.audio_url) : {};
  }

  #call(callId: string): Record<string, unknown> {
    const call = this.#store.calls.get(callId);
    if (!call) return {};
    const { memberId, categoryId, audioUrl, udfs } = call;
    return { memberId, categoryId, audio_url: audioUrl, udfs: udfs ?? {}, ...this.#recording(audioUrl) };
  }

  #recording(audioUrl: unknown): Record<string, unknown> {
    if (typeof audioUrl !== "string" || !URL.canParse(audioUrl)) return {};
    return { filename: this.#recordings.filenameOf(audioUrl) };
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
