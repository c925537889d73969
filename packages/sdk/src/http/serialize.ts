/** From an operation and its input to the address and the body that are sent; openapi-fetch does the work. */
import createClient from "openapi-fetch";
import type { paths } from "../contract/generated/openapi.js";
import { ConfigurationError } from "../errors/request-errors.js";
import type { Operation } from "./operations.js";

/** What goes into the address and the body. */
export interface Serializable {
  path?: object | undefined;
  body?: unknown;
}

/** What openapi-fetch makes in place of a Request, whose cost a benchmark shows: `fetch` is called with the parts. */
class Serialized {
  readonly url: string;
  readonly body: string | undefined;

  constructor(url: string, { body }: { body?: string }) {
    this.url = url;
    this.body = body;
  }
}

const client = createClient<paths>({ Request: Serialized as never, bodySerializer: toJson });

/** The response that openapi-fetch gets: the real one is read by the transport. */
const noContent = { ok: true, status: 204, headers: { get: () => null } };

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
      return noContent;
    },
  };
  // The table's method and path are of `paths`; openapi-fetch's types cannot follow them through a variable.
  await client.request(method as never, path as never, init as never);
  if (!serialized) throw new Error("openapi-fetch did not call fetch");
  return serialized;
}

function toJson(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new ConfigurationError("The input cannot be written as JSON: it refers to itself, or has a BigInt.", {
      cause,
    });
  }
}

function checkPath(path: object): Record<string, string> {
  return Object.fromEntries(Object.entries(path).map(([name, value]) => [name, pathParameter(name, value)]));
}

/**
 * Checks that an id stays inside its path template. openapi-fetch percent-encodes everything else, but `.` and
 * `..` need no encoding and would be resolved away, and an empty id makes another path.
 *
 * @throws {ConfigurationError} for what is not a string or a number, or is empty, `.`, `..`, or has control characters
 */
export function pathParameter(name: string, value: unknown): string {
  const text = typeof value === "number" && Number.isFinite(value) ? String(value) : value;
  if (typeof text !== "string") {
    throw new ConfigurationError(`${name} must be a string, and is ${value === null ? "null" : typeof value}.`);
  }
  if (text === "") throw new ConfigurationError(`${name} is empty. Pass the id that the service returned.`);
  if (text === "." || text === "..")
    throw new ConfigurationError(`${name} is "${text}", which is a path and not an id.`);
  if (hasControlCharacter(text)) throw new ConfigurationError(`${name} contains a control character.`);
  if (/\p{Surrogate}/u.test(text)) throw new ConfigurationError(`${name} contains half of a surrogate pair.`);
  return text;
}

function hasControlCharacter(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\u0000-\u001f\u007f-\u009f]/.test(text);
}
