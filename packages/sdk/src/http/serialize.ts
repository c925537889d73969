/** openapi-fetch's part: from an operation and its input to the address and the body that are sent. */
import createClient from "openapi-fetch";
import type { paths } from "../contract/generated/openapi.js";
import { ConfigurationError } from "../errors/request-errors.js";
import type { Operation } from "./operations.js";
import { pathParameter } from "./path.js";

/** What goes into the address and the body. */
export interface Serializable {
  path?: object | undefined;
  body?: unknown;
}

/** What openapi-fetch makes of its parts, with none of a real Request's cost: the transport makes what `fetch` needs. */
class Serialized {
  readonly url: string;
  readonly body: string | undefined;

  constructor(url: string, { body }: { body?: string }) {
    this.url = url;
    this.body = body;
  }
}

const client = createClient<paths>({ Request: Serialized as never, bodySerializer: toJson });

/** All that openapi-fetch is told of an answer: the transport sends, and reads what comes back. */
const bodyless = { ok: true, status: 204, headers: { get: () => null } };

/** @throws {ConfigurationError} for a path parameter or a body that cannot be written */
export async function serialize(
  { method, path }: Operation,
  input: Serializable,
  baseUrl: string,
): Promise<Serialized> {
  let serialized: Serialized | undefined;
  const init = {
    baseUrl,
    params: { path: input.path && checkPath(input.path) },
    body: input.body,
    parseAs: "stream",
    fetch: (request: Serialized) => {
      serialized = request;
      return bodyless;
    },
  };
  // The table's method and path are of `paths`; openapi-fetch's types cannot follow them through a variable.
  await client.request(method as never, path as never, init as never);
  if (!serialized) throw new Error("openapi-fetch did not call fetch");
  return serialized;
}

function checkPath(path: object): Record<string, string> {
  return Object.fromEntries(Object.entries(path).map(([name, value]) => [name, pathParameter(name, value)]));
}

function toJson(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new ConfigurationError("The input cannot be written as JSON: it has a circle or a BigInt.", { cause });
  }
}
