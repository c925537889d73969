import { operations } from "@call-analysis/sdk/operations";
import { departuresOf, isRejection, isSuccess, type ReceivedResponse, type SuccessBody } from "./contract.ts";
import { type Finding, Violation } from "./finding.ts";
import { type AnyOperation, isOfCampaigns, type OperationId } from "./operation.ts";
import type { Target } from "./target.ts";

/** A response, with the operation that its request was for. */
export interface RecordedResponse extends ReceivedResponse {
  operation: AnyOperation;
  /** The body, unchanged. */
  bytes: Uint8Array;
}

/** Path parameters by name, and a body. */
export interface SampleRequest {
  path?: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, unknown>>;
}

/** The content of a request. */
export interface CaseRequest extends SampleRequest {
  /** Sent unchanged, in place of `body`. */
  text?: string;
  /** The whole header, in place of `Bearer` and the target's key; null for no header. */
  authorization?: string | null;
  /** @default the operation's */
  method?: string;
}

/** Sends plain HTTP to a target, records every response, and checks it against the contract. */
export class Client {
  readonly responses: RecordedResponse[] = [];
  /** Further fields of the responses. */
  readonly findings: Finding[] = [];
  readonly #target: Target;

  constructor(target: Target) {
    this.#target = target;
  }

  /**
   * Requests an operation. The response may be a success or an error.
   *
   * @throws {Violation} when the response is not as documented
   */
  async send(operation: OperationId, request: CaseRequest = {}): Promise<RecordedResponse> {
    const response = await this.sendUnchecked(operation, request);
    const departures = departuresOf(operation, response);
    this.findings.push(...departures.filter(({ kind }) => kind === "assumption"));
    const violations = departures.filter(({ kind }) => kind === "violation");
    if (violations.length > 0) throw new Violation(violations);
    return response;
  }

  /** Requests an operation, without checking the response. @throws {Violation} without a response */
  sendUnchecked(operation: OperationId, request: CaseRequest = {}): Promise<RecordedResponse> {
    const { apiKey, baseUrl, campaign } = this.#target;
    const { method, path } = operations[operation];
    const owner = isOfCampaigns(operation) && campaign ? campaign : { apiKey, baseUrl };
    const { authorization = `Bearer ${owner.apiKey}`, body, text = body && JSON.stringify(body) } = request;
    const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(request.path?.[name] ?? ""));
    return this.sendTo(operation, owner.baseUrl + address, {
      method: request.method ?? method,
      headers: {
        ...(authorization !== null && { authorization }),
        ...(text !== undefined && { "content-type": "application/json" }),
      },
      ...(text !== undefined && { body: text }),
    });
  }

  /** Requests an operation that must succeed, and returns the body. @throws {Violation} when it does not */
  async succeed<Id extends OperationId>(operation: Id, request: CaseRequest = {}): Promise<SuccessBody<Id>> {
    const response = await this.send(operation, request);
    if (!isSuccess(response)) throw new Violation([{ operation, place: "status", expected: "success" }]);
    // `send` has just checked it against the schema of this operation's success.
    return response.json as SuccessBody<Id>;
  }

  /** Requests an operation that must be rejected with a 4xx. @throws {Violation} when it is not */
  async reject(operation: OperationId, request: CaseRequest = {}): Promise<RecordedResponse> {
    const response = await this.send(operation, request);
    if (!isRejection(response)) throw new Violation([{ operation, place: "status", expected: "4xx" }]);
    return response;
  }

  /** Sends a request to any URL, without checking the response. @throws {Violation} without a response */
  async sendTo(operation: AnyOperation, url: string, init: RequestInit = {}): Promise<RecordedResponse> {
    const response = await this.#fetch(operation, url, init);
    const bytes = await response.bytes();
    const { status, headers } = response;
    const recorded = { operation, status, headers, bytes, json: parsedJson(new TextDecoder().decode(bytes)) };
    this.responses.push(recorded);
    return recorded;
  }

  async #fetch(operation: AnyOperation, url: string, init: RequestInit): Promise<Response> {
    try {
      return await this.#target.send(url, { redirect: "manual", ...init }, operation);
    } catch {
      throw new Violation([{ operation, place: "response", expected: "an answer to every request" }]);
    }
  }
}

/** A text parsed as JSON; undefined if it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
