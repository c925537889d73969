import type { MockService } from "../../src/index.js";

/** What came back, with its body read. */
export interface Reply<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** What a request carries besides method and path. */
export interface AskOptions {
  /** Null sends none. */
  key?: string | null;
  /** A string is sent as it is, anything else as JSON. */
  body?: unknown;
}

/** What it takes to ask a service. */
export type Reachable = Pick<MockService, "fetch" | "addresses">;

/** An error that names the fields that are wrong. */
export interface Refused {
  error: { code: string; fields: { path: string; message: string }[] };
}

/** Any JSON object, for bodies that a test looks into by field. */
export type Fields = Record<string, unknown>;

/** Sends one request to a service: to a path of its external interface, or to a whole address. */
export async function ask<Body = { data: Fields }>(
  service: Reachable,
  request: `${string} ${string}`,
  { key = "test-key", body }: AskOptions = {},
): Promise<Reply<Body>> {
  const [method, address = ""] = request.split(/ (.*)/s);
  const response = await service.fetch(address.startsWith("/") ? `${service.addresses.baseUrl}${address}` : address, {
    method,
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
    body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  // A test says what it expects to get; its expectations check it.
  return {
    status: response.status,
    headers: response.headers,
    body: (isJson(response) ? JSON.parse(text) : text) as Body,
  };
}

function isJson(response: Response): boolean {
  return response.headers.get("content-type") === "application/json";
}
