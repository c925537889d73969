import { type AnyOperation, type OperationId, operationOf, type SuccessBody } from "./contract/openapi-document.ts";
import { checkResponse, isRejection, isSuccess, unknownFieldsIn } from "./contract/response-check.ts";
import type { UnknownField } from "./contract/schema-check.ts";
import { assert, ContractViolation } from "./contract-violation.ts";
import { addressOf, apiKeyFor, type PathParameters, type Target } from "./targets/target.ts";

/** A response, with the request that it belongs to. */
export interface RecordedResponse {
  operation: AnyOperation;
  request: { method: string; url: string; body: unknown };
  status: number;
  headers: Headers;
  /** The body's bytes, unchanged. */
  bytes: Uint8Array;
  /** The body as JSON; undefined when it is not JSON. */
  json: unknown;
  /** Fields of the response that are not in the document. */
  unknownFields: UnknownField[];
}

/** What a request carries. */
export interface CaseRequestOptions {
  path?: PathParameters | undefined;
  body?: unknown;
  /** Sent unchanged, in place of `body`. */
  text?: string;
  /** Null sends no key. @default the target's key */
  key?: string | null;
  /** The whole header, in place of `Bearer` and the key. */
  authorization?: string;
  /** @default the operation's */
  method?: string;
}

/** Sends plain HTTP to a target, records every response, and checks it against the document. */
export class RecordingClient {
  readonly responses: RecordedResponse[] = [];
  readonly #target: Target;

  constructor(target: Target) {
    this.#target = target;
  }

  /**
   * Requests an operation. The response may be a success or an error.
   *
   * @throws {ContractViolation} when the response is not as documented
   */
  async send(operation: OperationId, options: CaseRequestOptions = {}): Promise<RecordedResponse> {
    const response = await this.sendUnchecked(operation, options);
    response.unknownFields.push(...unknownFieldsIn(operation, response));
    checkResponse(operation, response);
    return response;
  }

  /** Requests an operation, without checking the response. @throws {ContractViolation} without a response */
  sendUnchecked(operation: OperationId, options: CaseRequestOptions = {}): Promise<RecordedResponse> {
    const url = addressOf(operation, this.#target, options.path ?? {});
    return this.sendTo(operation, url, this.#requestOf(operation, options));
  }

  /** Requests an operation that must succeed, and returns the body. @throws {ContractViolation} when it does not */
  async expectSuccess<Id extends OperationId>(
    operation: Id,
    options: CaseRequestOptions = {},
  ): Promise<SuccessBody<Id>> {
    const response = await this.send(operation, options);
    assert(isSuccess(response), `${operation} succeeds for what the specification allows`, response.json);
    // `send` has just checked it against the schema of this operation's success.
    return response.json as SuccessBody<Id>;
  }

  /** Requests an operation that must be rejected with a 4xx. @throws {ContractViolation} when it is not */
  async expectRejection(operation: OperationId, options: CaseRequestOptions = {}): Promise<RecordedResponse> {
    const response = await this.send(operation, options);
    assert(isRejection(response), `${operation} rejects what must be rejected`, response.json);
    return response;
  }

  /** Sends a request to any address, without checking the response. @throws {ContractViolation} without a response */
  async sendTo(operation: AnyOperation, url: string, init: RequestInit): Promise<RecordedResponse> {
    const response = await this.#fetch(url, init);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const { status, headers } = response;
    const request = { method: init.method ?? "GET", url, body: init.body };
    const recorded = {
      operation,
      request,
      status,
      headers,
      bytes,
      json: parsedJson(new TextDecoder().decode(bytes)),
      unknownFields: [],
    };
    this.responses.push(recorded);
    return recorded;
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    try {
      return await this.#target.fetch(url, { redirect: "manual", ...init });
    } catch (error) {
      throw new ContractViolation("The service answers every request.", { actual: error });
    }
  }

  #requestOf(operation: OperationId, { body, text, key, authorization, method }: CaseRequestOptions): RequestInit {
    const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
    const bearer = key === null ? undefined : `Bearer ${key ?? apiKeyFor(operation, this.#target)}`;
    const header = authorization ?? bearer;
    return {
      method: method ?? operationOf(operation).method,
      headers: {
        ...(header === undefined ? {} : { authorization: header }),
        ...(sent === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(sent === undefined ? {} : { body: sent }),
    };
  }
}

/** What a text has as JSON; undefined when it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
