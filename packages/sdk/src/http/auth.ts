import { ConfigurationError } from "../errors/request-errors.js";
import type { Secrets } from "./redaction.js";

/** A key, or a function that is asked for one at each attempt. */
export type ApiKey = string | (() => string | Promise<string>);

/**
 * Checks a key without ever showing it.
 *
 * @throws {ConfigurationError} when it is no string of visible ASCII characters
 */
export function checkKey(name: string, key: unknown): string {
  if (typeof key !== "string" || key === "") throw new ConfigurationError(`${name} must be a non-empty string.`);
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new ConfigurationError(
      `${name} has a character that is no visible ASCII character, such as a space or a line break. Was it trimmed?`,
    );
  }
  return key;
}

/**
 * The key for the next attempt. A function is asked each time, so keys can be rotated.
 *
 * @throws {ConfigurationError} when the function fails or gives no usable key
 */
export async function resolveKey(name: string, apiKey: ApiKey, secrets: Secrets): Promise<string> {
  if (typeof apiKey === "string") return apiKey;
  const key = checkKey(name, await ask(name, apiKey, secrets));
  secrets.addRotated(key);
  return key;
}

async function ask(name: string, apiKey: () => string | Promise<string>, secrets: Secrets): Promise<string> {
  try {
    return await apiKey();
  } catch (failure) {
    // It may name a key that it gave before.
    const cause = secrets.redactCause(failure);
    throw new ConfigurationError(`${name}: the function that gives the key failed. See \`cause\`.`, { cause });
  }
}
