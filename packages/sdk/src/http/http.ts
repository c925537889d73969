/** Typed operations: serialized by openapi-fetch, carried by the transport, read as the contract has them. */
import type { operations as Contract } from "../contract/generated/openapi.js";
import type { OperationId } from "../contract/validator.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { ResponseFormatError } from "../errors/response-errors.js";
import { ApiPromise } from "./api-promise.js";
import { checkHeaders } from "./headers.js";
import { type Operation, operations } from "./operations.js";
import { checkPositive, checkSignal, type RequestOptions, resolveRetry } from "./request-options.js";
import { formatError, parseJson, type SuccessResponse, unwrapData } from "./response.js";
import { serialize } from "./serialize.js";
import type { HttpOptions } from "./settings.js";
import { submissionUncertain } from "./submission.js";
import { type SendOptions, type ServiceTarget, Transport } from "./transport.js";
import { checkAnswer } from "./validation.js";

type JsonOf<T> = T extends { content: { "application/json": infer Body } } ? Body : never;
type Success<Responses> = JsonOf<Responses[keyof Responses & (200 | 201 | 202)]>;

/** An operation's answer, as the contract has it. */
export type ResponseBody<Id extends OperationId> = Success<Contract[Id]["responses"]>;
type Payload<Id extends OperationId> = ResponseBody<Id> extends { data: infer Data } ? Data : never;

/** What an operation is sent with. */
export interface Input<Id extends OperationId> {
  path?: Contract[Id]["parameters"]["path"];
  body?: Contract[Id] extends { requestBody: infer Body } ? JsonOf<Body> : never;
}

/** The input, or what makes it: what that throws rejects the promise. */
type InputSource<Id extends OperationId> = Input<Id> | (() => Input<Id>);

/** Turns a body into a result; `refuse` makes the error for one that cannot be used. */
type Read<Body, T> = (body: Body, refuse: (found: string) => Error) => T;

export class Http {
  readonly #settings: HttpOptions;
  readonly #transport: Transport;

  constructor(settings: HttpOptions) {
    this.#settings = settings;
    this.#transport = new Transport(settings);
  }

  /** Sends an operation whose answer has its payload in `data`, as all of the external interface but one have. */
  data<Id extends OperationId, T = Payload<Id>>(
    id: Id,
    input: InputSource<Id>,
    options: RequestOptions = {},
    read: Read<Payload<Id>, T> = (data) => data as unknown as T,
  ): ApiPromise<T> {
    return this.#send(id, input, options, (body, exchange, refuse) =>
      // What is no object or list is refused here; what is inside is the contract's word.
      read(unwrapData(body, exchange, this.#settings.secrets) as Payload<Id>, refuse),
    );
  }

  /** Sends an operation whose answer is the body itself. */
  whole<Id extends OperationId, T>(
    id: Id,
    input: InputSource<Id>,
    options: RequestOptions = {},
    read: Read<ResponseBody<Id>, T>,
  ): ApiPromise<T> {
    // The same: `read` looks at what it needs.
    return this.#send(id, input, options, (body, _exchange, refuse) => read(body as ResponseBody<Id>, refuse));
  }

  #send<Id extends OperationId, T>(
    id: Id,
    input: InputSource<Id>,
    options: RequestOptions,
    read: (body: unknown, exchange: SuccessResponse, refuse: (found: string) => Error) => T,
  ): ApiPromise<T> {
    return new ApiPromise(
      (leavesBodyUnread) => this.#start(id, input, options, leavesBodyUnread),
      (exchange) => this.#finish(id, exchange, read),
    );
  }

  async #start(
    id: OperationId,
    source: InputSource<OperationId>,
    options: RequestOptions,
    leavesBodyUnread: () => boolean,
  ): Promise<SuccessResponse> {
    const input = typeof source === "function" ? source() : source;
    const operation: Operation = operations[id];
    const target = this.#targetOf(operation);
    const plan = this.#planOf(options, leavesBodyUnread);
    const headers = this.#headersOf(input, options);
    const { url, body } = await serialize(operation, input, target.baseUrl);
    return this.#transport.send({ id, operation, target, url, headers, body }, plan);
  }

  #finish<T>(
    id: OperationId,
    exchange: SuccessResponse,
    read: (body: unknown, exchange: SuccessResponse, refuse: (found: string) => Error) => T,
  ): T {
    const { secrets } = this.#settings;
    const operation: Operation = operations[id];
    // Undefined stands for an empty answer, which only the deletion that had been done already gives.
    if (exchange.alreadyGone) return undefined as T;
    try {
      const body = parseJson(exchange, secrets);
      const result = read(body, exchange, (found) => formatError(exchange, found, secrets));
      checkAnswer(id, body, exchange, this.#settings);
      return result;
    } catch (error) {
      if (operation.uncertain && ResponseFormatError.is(error))
        throw submissionUncertain(exchange.what, error, exchange.attempts);
      throw error;
    }
  }

  #headersOf({ body }: Input<OperationId>, options: RequestOptions): Record<string, string> {
    const { headers } = this.#settings;
    if (body === undefined && options.headers === undefined) return headers;
    const ofBody: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
    return { ...ofBody, ...headers, ...checkHeaders(options.headers) };
  }

  #targetOf(operation: Operation): ServiceTarget & { baseUrl: string } {
    const { external, campaign } = this.#settings;
    if (operation.target !== "campaign") return external;
    if (campaign) return campaign;
    throw new ConfigurationError(
      "campaignBaseUrl is missing. Pass it, or set CALL_ANALYSIS_CAMPAIGN_BASE_URL (without the version segment).",
    );
  }

  #planOf(options: RequestOptions, leavesBodyUnread: () => boolean): SendOptions {
    const { timeoutMs, deadlineMs, retry } = this.#settings;
    const limitMs = options.deadlineMs ?? deadlineMs;
    return {
      timeoutMs: checkPositive("timeoutMs", options.timeoutMs ?? timeoutMs),
      deadlineMs: limitMs === undefined ? undefined : checkPositive("deadlineMs", limitMs),
      retry: resolveRetry(options.retry, retry),
      signal: checkSignal(options.signal),
      onRetry: options.onRetry,
      leavesBodyUnread,
    };
  }
}
