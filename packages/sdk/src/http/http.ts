/** Typed operations on openapi-fetch, carried by the transport. */
import createClient from "openapi-fetch";
import type { operations as Contract, paths } from "../contract/generated/openapi.js";
import type { OperationId } from "../contract/validator.js";
import { ConfigurationError } from "../errors/request-errors.js";
import { ResponseFormatError } from "../errors/response-errors.js";
import { ApiPromise } from "./api-promise.js";
import { checkHeaders } from "./headers.js";
import { type Operation, operations } from "./operations.js";
import { pathParameter } from "./path.js";
import { checkPositive, checkSignal, type RequestOptions, resolveRetry } from "./request-options.js";
import { type Exchange, formatError, parseJson, unwrapData } from "./response.js";
import type { HttpSettings } from "./settings.js";
import { submissionUncertain } from "./submission.js";
import { type SendPlan, type Target, Transport } from "./transport.js";
import { checkAnswer } from "./validation.js";

type JsonOf<T> = T extends { content: { "application/json": infer Body } } ? Body : never;
type Success<Responses> = JsonOf<Responses[keyof Responses & (200 | 201 | 202)]>;

/** An operation's answer, as the contract has it. */
export type Answer<Id extends OperationId> = Success<Contract[Id]["responses"]>;
type Payload<Id extends OperationId> = Answer<Id> extends { data: infer Data } ? Data : never;

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
  readonly #settings: HttpSettings;
  readonly #transport: Transport;
  readonly #client = createClient<paths>({ Request: PlainRequest as never, bodySerializer: toJson });

  constructor(settings: HttpSettings) {
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
    read: Read<Answer<Id>, T>,
  ): ApiPromise<T> {
    // The same: `read` looks at what it needs.
    return this.#send(id, input, options, (body, _exchange, refuse) => read(body as Answer<Id>, refuse));
  }

  #send<Id extends OperationId, T>(
    id: Id,
    input: InputSource<Id>,
    options: RequestOptions,
    read: (body: unknown, exchange: Exchange, refuse: (found: string) => Error) => T,
  ): ApiPromise<T> {
    return new ApiPromise(
      async (leavesBodyUnread) =>
        this.#start(id, typeof input === "function" ? input() : input, options, leavesBodyUnread),
      (exchange) => this.#finish(id, exchange, read),
    );
  }

  async #start(
    id: OperationId,
    input: Input<OperationId>,
    options: RequestOptions,
    leavesBodyUnread: () => boolean,
  ): Promise<Exchange> {
    const operation: Operation = operations[id];
    const { baseUrl, ...target } = this.#targetOf(operation);
    const plan = this.#planOf(options, leavesBodyUnread);
    let exchange: Exchange | undefined;
    const init = {
      baseUrl,
      params: { path: checkPath(input.path) },
      body: input.body,
      headers: { ...this.#settings.headers, ...checkHeaders(options.headers) },
      parseAs: "stream",
      fetch: async ({ url, headers, body }: PlainRequest) => {
        exchange = await this.#transport.send({ id, operation, target, url, headers, body }, plan);
        return exchange.response;
      },
    };
    // The table's method and path are of `paths`; openapi-fetch's types cannot follow them through a variable.
    await this.#client.request(operation.method as never, operation.path as never, init as never);
    if (!exchange) throw new Error("openapi-fetch did not call fetch");
    return exchange;
  }

  #finish<T>(
    id: OperationId,
    exchange: Exchange,
    read: (body: unknown, exchange: Exchange, refuse: (found: string) => Error) => T,
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

  #targetOf(operation: Operation): Target & { baseUrl: string } {
    const { external, campaign } = this.#settings;
    if (operation.target !== "campaign") return external;
    if (campaign) return campaign;
    throw new ConfigurationError(
      "campaignBaseUrl is missing. Pass it, or set CALL_ANALYSIS_CAMPAIGN_BASE_URL (without the version segment).",
    );
  }

  #planOf(options: RequestOptions, leavesBodyUnread: () => boolean): SendPlan {
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

/** What openapi-fetch makes of its parts, with none of a real Request's cost: the transport makes what `fetch` needs. */
class PlainRequest {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | undefined;

  constructor(url: string, { headers, body }: { headers: Headers; body?: string }) {
    this.url = url;
    this.headers = headers;
    this.body = body;
  }
}

function checkPath(path: object | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(path ?? {}).map(([name, value]) => [name, pathParameter(name, value)]));
}

function toJson(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new ConfigurationError("The input cannot be written as JSON: it has a circle or a BigInt.", { cause });
  }
}
