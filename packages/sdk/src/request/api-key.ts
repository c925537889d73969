/**
 * The API key of a request. A key function is called at each attempt, so keys can be rotated. A 401 is not tried again:
 * a function that knows when its key expires returns a new one in time.
 */
import { ConfigurationError, KeyProviderError } from "../errors/request-errors.js";
import type { Secrets } from "./redaction.js";

/** A key, or a function that is called for one at each attempt. @inline */
export type ApiKey = string | KeyFunction;

type KeyFunction = () => string | Promise<string>;

/**
 * The key of one attempt.
 *
 * @param name the name of the key's option, for messages
 * @throws {KeyProviderError} when the key function fails
 * @throws {ConfigurationError} when it returns something that cannot be a key
 */
export async function resolveKey(name: string, apiKey: ApiKey, secrets: Secrets): Promise<string> {
  if (typeof apiKey === "string") return apiKey;
  const key = checkKey(name, await callKeyFunction(name, apiKey, secrets));
  secrets.addRotated(key);
  return key;
}

async function callKeyFunction(name: string, keyFunction: KeyFunction, secrets: Secrets): Promise<string> {
  try {
    return await keyFunction();
  } catch (failure) {
    // It may name a key that it returned before.
    const cause = secrets.redactCause(failure);
    throw new KeyProviderError(`${name}: the function that returns the key failed. See \`cause\`.`, { cause });
  }
}

/**
 * Checks a key without ever showing it.
 *
 * @throws {ConfigurationError} when it is not a string of visible ASCII characters
 */
export function checkKey(name: string, key: unknown): string {
  if (typeof key === "string" && /^[\x21-\x7e]+$/.test(key)) return key;
  throw new ConfigurationError(
    `${name} must be visible ASCII characters, without a space or a line break. Was it trimmed?`,
  );
}
