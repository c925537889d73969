/** One typed operation: from its path and body to a request, to its attempts, to a response, to the data of the contract. */
import type { operations as Contract } from "../contract/generated/openapi.js";
import { type Operation, operations } from "../contract/operations.js";
import type { OperationId } from "../contract/validator.js";
import { ConfigurationError, ResponseFormatError } from "../errors/request-errors.js";
import { checkNames } from "../known-names.js";
import { ApiPromise } from "./api-promise.js";
import { withRetries } from "./attempts.js";
import type { ClientSettings, PlainHttp, ServiceTarget } from "./client-settings.js";
import { Deadline } from "./deadline.js";
import { type OutgoingRequest, sendOnce } from "./exchange.js";
import { type Gate, Starts } from "./pause.js";
import {
  checkHeaders,
  checkPositive,
  checkSignal,
  type InternalRequestOptions,
  internal,
  requestOptionNames,
  resolveRetry,
} from "./request-options.js";
import { checkContract, formatError, parseJson, type SuccessResponse, unwrapData } from "./response.js";
import { serialize } from "./serialize.js";
import { submissionUncertain } from "./uncertain.js";

type JsonOf<T> = T extends { content: { "application/json": infer Body } } ? Body : never;
type Success<Responses> = JsonOf<Responses[keyof Responses & (200 | 201 | 202)]>;

/** The body of an operation's response, as the contract has it. */
export type ResponseBody<Id extends OperationId> = Success<Contract[Id]["responses"]>;
type Payload<Id extends OperationId> = ResponseBody<Id> extends { data: infer Data } ? Data : never;

/** What an operation is sent with. */
export interface Input<Id extends OperationId> {
  path?: Contract[Id]["parameters"]["path"];
  body?: Contract[Id] extends { requestBody: infer Body } ? JsonOf<Body> : never;
}

/** Turns a body into a result; `invalidBody` makes the error for a body that cannot be used. */
type Read<Body, T> = (body: Body, invalidBody: (found: string) => Error) => T;

/** What a method of the client asks for. */
interface MethodCall {
  id: OperationId;
  input: Input<OperationId>;
  options: InternalRequestOptions;
  /** The names that its body may have. @default any */
  fields?: Operation["fields"];
}

/** The requests of one client. */
export class Requests {
  readonly #settings: ClientSettings;
  readonly #starts: Record<"external" | "campaign", Map<OperationId, Starts>>;
  readonly #createGate: Gate;

  /**
   * @param parent what the client is derived from: with the same address and key their operations pause together, and with
   *   the same `maxCreatesPerSecond` too they share its gate
   */
  constructor(settings: ClientSettings, parent?: Requests) {
    const startsOf = (name: "external" | "campaign") =>
      parent !== undefined && isSame(settings[name], parent.#settings[name]) ? parent.#starts[name] : new Map();
    this.#settings = settings;
    this.#starts = { external: startsOf("external"), campaign: startsOf("campaign") };
    const intervalMs = 1_000 / settings.maxCreatesPerSecond;
    const ofParent = parent && parent.#starts.external === this.#starts.external ? parent.#createGate : undefined;
    this.#createGate = ofParent?.intervalMs === intervalMs ? ofParent : { intervalMs, nextStartMs: 0 };
  }

  /** The external interface's address, without a slash at its end. */
  get baseUrl(): string {
    return this.#settings.external.baseUrl;
  }

  /** Where recordings may be sent. */
  get storeHttp(): PlainHttp {
    return this.#settings.storeHttp;
  }

  /** Sends an operation whose response has its payload in `data`: all of the external interface but `deleteAgent`. */
  data<Id extends OperationId, T = Payload<Id>>(
    id: Id,
    input: Input<Id>,
    options: InternalRequestOptions = {},
    read: Read<Payload<Id>, T> = (data) => data as unknown as T,
  ): ApiPromise<T> {
    // That it is an object or a list is checked; for what is inside, the contract is trusted.
    const { fields }: Operation = operations[id];
    return this.#request({ id, input, options, fields }, (body, invalidBody) =>
      read(unwrapData(body, invalidBody) as Payload<Id>, invalidBody),
    );
  }

  /** Sends an operation whose payload is a list. */
  list<Id extends OperationId>(id: Id, options: InternalRequestOptions = {}): ApiPromise<Payload<Id>> {
    return this.data(id, {}, options, (items, invalidBody) => {
      if (!Array.isArray(items)) throw invalidBody("no list in `data`");
      return items;
    });
  }

  /** Sends an operation whose payload is the body itself. What it sends may have any fields: a proxy's comes from elsewhere. */
  body<Id extends OperationId, T>(
    id: Id,
    input: Input<Id>,
    options: InternalRequestOptions = {},
    read: Read<ResponseBody<Id>, T>,
  ): ApiPromise<T> {
    // The contract is trusted; `read` checks what it needs.
    return this.#request({ id, input, options }, (body, invalidBody) => read(body as ResponseBody<Id>, invalidBody));
  }

  #request<T>(call: MethodCall, read: Read<unknown, T>): ApiPromise<T> {
    return new ApiPromise(
      () => this.#send(call),
      (success) => this.#read(call.id, success, read),
    );
  }

  async #send(call: MethodCall): Promise<SuccessResponse> {
    const { id, input, options, fields } = call;
    if (fields) checkNames(id, input.body, fields);
    checkNames(id, options, requestOptionNames);
    const { log, retry } = this.#settings;
    const request = this.#outgoing(call);
    const { what, deadline, signal } = request;
    const { throttleTimeoutMs, onPause, onRetry } = options[internal] ?? {};
    return withRetries((attempt) => sendOnce(request, attempt), {
      what,
      deadline,
      signal,
      policy: resolveRetry(options.retry, retry),
      repeat: request.operation.repeat,
      throttleTimeoutMs,
      log,
      onRetry,
      starts: this.#startsOf(id),
      gate: id === "createCall" ? this.#createGate : undefined,
      onPause: (pauseMs) => {
        log("info", `${what}: waits ${Math.round(pauseMs)} ms, for ${id} pauses after a 429.`);
        return onPause?.(pauseMs);
      },
    });
  }

  #outgoing({ id, input, options }: MethodCall): OutgoingRequest {
    const { timeoutMs, secrets } = this.#settings;
    const operation: Operation = operations[id];
    const target = this.#targetOf(operation);
    const { deadline = this.#deadlineOf(options), guard } = options[internal] ?? {};
    const { url, body } = serialize(operation, input, target.baseUrl);
    const { method } = operation;
    // An id may be a key by mistake; the origin is the client's own.
    const shownUrl = target.origin + secrets.redact(url.slice(target.origin.length));
    return {
      settings: this.#settings,
      id,
      operation,
      target,
      what: `${method} ${shownUrl}`,
      method,
      url,
      headers: this.#headersOf(input, options),
      body,
      timeoutMs: checkPositive("timeoutMs", options.timeoutMs ?? timeoutMs),
      deadline,
      signal: checkSignal(options.signal),
      guard,
    };
  }

  #deadlineOf({ deadlineMs = this.#settings.deadlineMs }: InternalRequestOptions): Deadline {
    return new Deadline(checkPositive("deadlineMs", deadlineMs));
  }

  #read<T>(id: OperationId, success: SuccessResponse, read: Read<unknown, T>): T {
    const { validate, log, secrets } = this.#settings;
    const operation: Operation = operations[id];
    // Only a repeated DELETE ends like this, and a DELETE has no result.
    if (success.alreadyGone) return undefined as T;
    try {
      const body = parseJson(success, secrets);
      const result = read(body, (found) => formatError(success, found, secrets));
      checkContract(id, body, success, { validate, log, secrets });
      return result;
    } catch (error) {
      if (operation.uncertain && ResponseFormatError.is(error)) {
        throw submissionUncertain(success.what, error, success.attempts);
      }
      throw error;
    }
  }

  #targetOf(operation: Operation): ServiceTarget {
    const { external, campaign } = this.#settings;
    if (operation.target !== "campaign") return external;
    if (campaign) return campaign;
    throw new ConfigurationError(
      "campaignBaseUrl is missing. Pass it, or set CALL_ANALYSIS_CAMPAIGN_BASE_URL (without the version segment).",
    );
  }

  #startsOf(id: OperationId): Starts {
    const operation: Operation = operations[id];
    const ofTarget = this.#starts[operation.target ?? "external"];
    const starts = ofTarget.get(id) ?? new Starts();
    ofTarget.set(id, starts);
    return starts;
  }

  #headersOf({ body }: Input<OperationId>, options: InternalRequestOptions): Record<string, string> {
    const { headers, secrets } = this.#settings;
    if (body === undefined && options.headers === undefined) return headers;
    const ofBody: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
    const ofRequest = checkHeaders(options.headers);
    secrets.addHeaders(ofRequest);
    return { ...ofBody, ...headers, ...ofRequest };
  }
}

/** Whether two targets have the same address and key. */
function isSame(one: ClientSettings["campaign"], other: ClientSettings["campaign"]): boolean {
  return one?.baseUrl === other?.baseUrl && one?.apiKey === other?.apiKey;
}
