/** Reads from the service what is compared with the specification: by GET alone, and within a minute whatever hangs. */
import {
  ApiError,
  AuthenticationError,
  type CallAnalysis,
  CallAnalysisError,
  NotFoundError,
  PermissionDeniedError,
  ResponseFormatError,
  type WithResponse,
} from "@call-analysis/sdk";

/** The operations that are read. */
export type ReadOperation = "listAgents" | "listCategories" | "getCategory" | "getCallAnalysis";

/** What a service answered to a read. */
export interface Answer {
  operation: ReadOperation;
  /** The body, of a success. */
  body: unknown;
  requestId: string | null;
}

/** What could not be read or compared, and why. Nothing of an answer is in it. */
export interface Gap {
  operation: ReadOperation;
  reason: string;
  /** `key`: the service refused it. `failed`: what was asked for could not be read. `nothing`: there was nothing to compare. */
  kind: "key" | "failed" | "nothing";
}

/** Everything that was read. */
export interface Answers {
  answers: Answer[];
  gaps: Gap[];
  /** Operations whose answer was not JSON of the form `{ data }`, or of something else than was asked for. */
  unusable: ReadOperation[];
}

interface ReadingOptions {
  client: CallAnalysis;
  /** Undefined for the first of the list. */
  categoryId: string | undefined;
  callIds: readonly string[];
  /** How long all requests may take together, in milliseconds. */
  totalMs: number;
}

/** Reads both lists, one category and the calls. After a key that is refused it reads nothing more. */
export async function readAnswers({ client, categoryId, callIds, totalMs }: ReadingOptions): Promise<Answers> {
  const reader = new Reader(client, performance.now() + totalMs);
  await reader.read("listAgents", (sdk) => sdk.agents.list().withResponse());
  if (reader.gaps.some(({ kind }) => kind === "key")) return reader;
  await reader.read("listCategories", (sdk) => sdk.categories.list().withResponse());
  const id = categoryId ?? firstIdIn(reader.answers.find(({ operation }) => operation === "listCategories")?.body);
  if (id === undefined)
    reader.gaps.push({ operation: "getCategory", reason: "There is no category to read.", kind: "nothing" });
  else await reader.read("getCategory", (sdk) => sdk.categories.get(id).withResponse());
  if (callIds.length === 0)
    reader.gaps.push({
      operation: "getCallAnalysis",
      reason: "No call was named, and the journal has none. Pass --call ID: that costs nothing.",
      kind: "nothing",
    });
  for (const callId of callIds)
    await reader.read("getCallAnalysis", (sdk) => sdk.calls.getAnalysis(callId).withResponse());
  return reader;
}

class Reader implements Answers {
  readonly answers: Answer[] = [];
  readonly gaps: Gap[] = [];
  readonly unusable: ReadOperation[] = [];
  readonly #client: CallAnalysis;
  readonly #endsAtMs: number;

  constructor(client: CallAnalysis, endsAtMs: number) {
    this.#client = client;
    this.#endsAtMs = endsAtMs;
  }

  async read(operation: ReadOperation, send: (client: CallAnalysis) => Promise<WithResponse<unknown>>): Promise<void> {
    const leftMs = this.#endsAtMs - performance.now();
    const missed = (reason: string, kind: Gap["kind"] = "failed") => void this.gaps.push({ operation, reason, kind });
    if (leftMs <= 0) return missed("It was not asked for: a run ends within a minute.");
    let body: unknown;
    const client = this.#client.withOptions({
      timeoutMs: Math.max(leftMs / 4, 1),
      deadlineMs: Math.max(leftMs / 2, 1),
      // The client's log quotes the service.
      logLevel: "off",
      // It gets the whole body, and finds nothing: the checks here do that.
      validate: {
        mode: "warn",
        validator: (_operation, found) => {
          body = found;
          return [];
        },
      },
    });
    try {
      const { requestId } = await send(client);
      this.answers.push({ operation, body, requestId });
    } catch (error) {
      if (ResponseFormatError.is(error)) this.unusable.push(operation);
      else if (AuthenticationError.is(error))
        missed("The service refused the key. Check CALL_ANALYSIS_API_KEY.", "key");
      else if (PermissionDeniedError.is(error)) missed("The key may not read this. Ask who issued it.", "key");
      else if (NotFoundError.is(error)) missed("The service does not have it: 404. Check the id and --base-url.");
      else if (ApiError.is(error)) missed(`The service answered ${error.status}. Run it again later.`);
      else
        missed(
          `It could not be read (${CallAnalysisError.is(error) ? error.code : "unexpected"}). Check --base-url and the network.`,
        );
    }
  }
}

function firstIdIn(body: unknown): string | undefined {
  const data: unknown = Object(body).data;
  const ids = Array.isArray(data) ? data.map((row: unknown) => Object(row).id as unknown) : [];
  return ids.find((id): id is string => typeof id === "string" && id !== "");
}
