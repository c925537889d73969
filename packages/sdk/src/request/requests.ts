/** Sends one typed operation: builds the request, makes the attempts, and returns the contract's data. */
import type { ParamsOption, RequestBodyOption } from "openapi-fetch";
import type { operations as Contract } from "../contract/generated/openapi.js";
import { type Operation, operations } from "../contract/operations.js";
import type { OperationId } from "../contract/validator.js";
import { ResponseValidationError } from "../errors.js";
import { checkNames } from "../known-names.js";
import type { ClientOptions, Settings } from "../options.js";
import { anAbortSignal, checkOptions, overZero, type Rules } from "../rules.js";
import { headersRule } from "./headers.js";
import { ThrownByCaller } from "./hooks.js";
import { startLimits } from "./limits.js";
import { type AnyInput, describe, type OutgoingRequestOptions, outgoingRequest } from "./outgoing-request.js";
import { type Answer, formatError, parseJson, requestIdOf } from "./response.js";
import { type Retry, retry, retryRule } from "./retry.js";
import { sendOnce, uncertain } from "./send.js";
import { validateResponse } from "./validate.js";

/** The options that every method takes as its last argument. */
export interface RequestOptions extends Pick<ClientOptions, "timeoutMs" | "deadlineMs" | "retry" | "headers"> {
  /** Aborts the operation, even during a pause, with an `AbortError`. */
  signal?: AbortSignal | undefined;
}

export const requestRules: Rules<keyof RequestOptions> = {
  signal: anAbortSignal,
  timeoutMs: overZero,
  deadlineMs: overZero,
  retry: retryRule,
  headers: headersRule,
};

/** The data with its response. */
export interface WithResponse<T> {
  data: T;
  /** The body is already read. The headers describe the body on the wire. */
  response: Response;
  /** From the `x-request-id` header. */
  requestId: string | null;
}

/** The promise of a request that has already started. */
export interface ApiPromise<T> extends Promise<T> {
  withResponse(): Promise<WithResponse<T>>;
}

/**
 * The options of a request in a flow. The flow has its own limits, which have already begun, and listens to retries.
 */
export interface FlowRequestOptions extends OutgoingRequestOptions {
  onRetry?: (retry: Retry) => void;
}

type AnyOptions = RequestOptions & Partial<FlowRequestOptions>;

type JsonOf<T> = T extends { content: { "application/json": infer Body } } ? Body : never;
type Success<Responses> = JsonOf<Responses[keyof Responses & (200 | 201 | 202)]>;
/** The body of an operation's response. */
type ResponseBody<Id extends OperationId> = Success<Contract[Id]["responses"]>;
type Payload<Id extends OperationId> = ResponseBody<Id> extends { data: infer Data } ? Data : never;

/** The path parameters and the body of an operation. */
type Input<Id extends OperationId> = Partial<RequestBodyOption<Contract[Id]>> &
  Pick<Partial<NonNullable<ParamsOption<Contract[Id]>["params"]>>, "path">;

/** Turns a body into a result. `invalid` creates the error for an unusable body. */
type Read<Body, T> = (body: Body, invalid: (found: string) => Error) => T;

/** The requests of one client. It keeps no state between them. */
export class Requests {
  readonly settings: Settings;

  constructor(settings: Settings) {
    this.settings = settings;
  }

  get baseUrl(): string {
    return this.settings.external.baseUrl;
  }

  /** Sends an operation whose response has its payload in `data`. */
  data<Id extends OperationId, T = Payload<Id>>(
    id: Id,
    input: Input<Id> | (() => Input<Id>),
    options: RequestOptions | FlowRequestOptions | undefined,
    read: Read<Payload<Id>, T> = (data) => data as unknown as T,
  ): ApiPromise<T> {
    return this.body(id, input, options, (body, invalid) => {
      const { data } = Object(body);
      if (typeof data !== "object" || data === null) throw invalid("JSON without `data`");
      // For what is inside, the contract is trusted.
      return read(data as Payload<Id>, invalid);
    });
  }

  list<Id extends OperationId>(id: Id, options: RequestOptions | undefined): ApiPromise<Payload<Id>> {
    return this.data(id, {}, options, (items, invalid) => {
      if (!Array.isArray(items)) throw invalid("no list in `data`");
      return items;
    });
  }

  /** Sends an operation whose response has its payload as the whole body. */
  body<Id extends OperationId, T>(
    id: Id,
    input: Input<Id> | (() => Input<Id>),
    options: RequestOptions | FlowRequestOptions | undefined,
    read: Read<ResponseBody<Id>, T>,
  ): ApiPromise<T> {
    // Inside, every operation's input and body are treated alike.
    const result = this.#run(id, input as AnyInput | (() => AnyInput), options ?? {}, read as Read<unknown, T>);
    const data = result.then((success) => success.data);
    const withResponse = () => {
      // The caller handles a failure of the result, and not of the data too.
      data.catch(() => {});
      return result;
    };
    return Object.assign(data, { withResponse });
  }

  async #run<T>(
    id: OperationId,
    given: AnyInput | (() => AnyInput),
    options: AnyOptions,
    read: Read<unknown, T>,
  ): Promise<WithResponse<T>> {
    // Called here, a function that refuses its input rejects the promise.
    const input = typeof given === "function" ? given() : given;
    const operation: Operation = operations[id];
    // A `limits` option of the caller is refused as unknown. Those of a flow have an `end()`.
    const isOfFlow = typeof options.limits?.end === "function";
    if (!isOfFlow) checkOptions(id, options, requestRules);
    // Any field is known where the table lists none.
    if ("body" in input) checkNames(id, input.body ?? null, Object.keys(operation.fields ?? Object(input.body)));
    const limits = options.limits ?? startLimits(options, this.settings.deadlineMs);
    try {
      const request = outgoingRequest(this.settings, id, input, { ...options, limits });
      const answer = await retry(() => sendOnce(this.settings, request), {
        what: () => describe(request),
        policy: request.policy,
        isIdempotent: operation.repeat === "always",
        limits,
        log: this.settings.log,
        onRetry: options.onRetry,
      });
      const requestId = requestIdOf(answer.response, request.redactor);
      return { data: this.#read(answer, read), response: answer.response, requestId };
    } catch (error) {
      throw error instanceof ThrownByCaller && !isOfFlow ? error.thrown : error;
    } finally {
      if (!isOfFlow) limits.end();
    }
  }

  #read<T>(answer: Answer, read: Read<unknown, T>): T {
    const { request, text = "" } = answer;
    const invalid = (found: string) => formatError(answer, found);
    try {
      const body = parseJson(text, invalid);
      const data = read(body, invalid);
      validateResponse(this.settings, request, body);
      return data;
    } catch (error) {
      // A call was created, and its id cannot be read. A response that only fails the validation has its id.
      const isLost = request.operation.isBilled && !ResponseValidationError.is(error);
      throw isLost ? uncertain(request, error) : error;
    }
  }
}
