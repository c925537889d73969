import { operationOf } from "../contract/document.ts";
import type { OperationId, Subject, SuccessBody } from "../contract/operation-types.ts";
import { Departure, must } from "../departure.ts";
import type { Target } from "../target.ts";
import { addressOf, keyFor, type PathParameters } from "./address.ts";
import { checkAnswer, unknownFieldsOfAnswer } from "./answer-check.ts";
import { type Exchange, isRefusal, isSuccess } from "./exchange.ts";

/** What a request carries. */
export interface AskOptions {
  path?: PathParameters | undefined;
  body?: unknown;
  /** In place of `body`: a text that is sent as it is. */
  text?: string;
  /** Null sends no key; by default the target's. */
  key?: string | null;
  /** In place of `Bearer` and the key. */
  authorization?: string;
}

/** Plain HTTP to a target: keeps every exchange, and holds each answer against the document. */
export class RecordingClient {
  readonly exchanges: Exchange[] = [];
  readonly #target: Target;

  constructor(target: Target) {
    this.#target = target;
  }

  /** Asks for an operation, whatever it answers. @throws {Departure} when the answer is not as documented */
  async send(operation: OperationId, options: AskOptions = {}): Promise<Exchange> {
    const url = addressOf(operation, this.#target, options.path ?? {});
    const exchange = await this.exchange(operation, url, this.#requestOf(operation, options));
    exchange.unknownFields.push(...unknownFieldsOfAnswer(operation, exchange));
    checkAnswer(operation, exchange);
    return exchange;
  }

  /** Asks for an operation that must succeed, and gives its body. @throws {Departure} when it does not */
  async ask<Id extends OperationId>(operation: Id, options: AskOptions = {}): Promise<SuccessBody<Id>> {
    const exchange = await this.send(operation, options);
    must(isSuccess(exchange), `${operation} answers success to what the specification allows`, exchange.json);
    // It was just held against the schema of this operation's success.
    return exchange.json as SuccessBody<Id>;
  }

  /** Asks for an operation that must be refused. @throws {Departure} when it is not */
  async refused(operation: OperationId, options: AskOptions = {}): Promise<Exchange> {
    const exchange = await this.send(operation, options);
    must(isRefusal(exchange), `${operation} refuses what must be refused`, exchange.json);
    return exchange;
  }

  /** Sends a request to any address, and keeps the exchange. @throws {Departure} when there is no answer */
  async exchange(operation: Subject, url: string, init: RequestInit): Promise<Exchange> {
    const response = await this.#answer(url, init);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const { status, headers } = response;
    const request = { method: init.method ?? "GET", url, body: init.body };
    const exchange = { operation, request, status, headers, bytes, json: parse(bytes), unknownFields: [] };
    this.exchanges.push(exchange);
    return exchange;
  }

  async #answer(url: string, init: RequestInit): Promise<Response> {
    try {
      return await this.#target.fetch(url, { redirect: "manual", ...init });
    } catch (error) {
      throw new Departure("The service answers every request.", { seen: error });
    }
  }

  #requestOf(operation: OperationId, { body, text, key, authorization }: AskOptions): RequestInit {
    const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
    const bearer = key === null ? undefined : `Bearer ${key ?? keyFor(operation, this.#target)}`;
    const header = authorization ?? bearer;
    return {
      method: operationOf(operation).method,
      headers: {
        ...(header === undefined ? {} : { authorization: header }),
        ...(sent === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(sent === undefined ? {} : { body: sent }),
    };
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
