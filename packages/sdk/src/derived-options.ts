/** What a client keeps of its options, to derive other clients from. */
import { checkHeaders } from "./http/headers.js";
import { definedOf } from "./http/request-options.js";
import type { ClientOptions } from "./options.js";

/** The options as they are now: what the caller changes in them later has no effect. */
export function snapshotOf(options: ClientOptions): ClientOptions {
  const { headers, retry, middleware, validate } = options;
  return {
    ...options,
    headers: { ...headers },
    retry: retry ? { ...retry } : retry,
    middleware: middleware && [...middleware],
    validate: typeof validate === "object" ? { ...validate } : validate,
  };
}

/** The options with changes: one that is undefined is none. */
export function changedOptions(options: ClientOptions, changes: ClientOptions): ClientOptions {
  const { headers, retry, ...others } = changes;
  return { ...options, ...definedOf(others), ...changedHeaders(options, headers), retry: changedRetry(options, retry) };
}

function changedHeaders(options: ClientOptions, changes: ClientOptions["headers"]): Pick<ClientOptions, "headers"> {
  return { headers: { ...options.headers, ...checkHeaders(changes) } };
}

function changedRetry(options: ClientOptions, changes: ClientOptions["retry"]): ClientOptions["retry"] {
  if (changes === undefined || changes === false) return changes ?? options.retry;
  return typeof changes === "object" && options.retry ? { ...options.retry, ...definedOf(changes) } : changes;
}
