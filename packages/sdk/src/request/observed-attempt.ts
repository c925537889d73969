/** One attempt as its hooks see it: each `onRequest` is followed by exactly one of `onResponse` and `onError`. */
import type { Settings } from "../options.js";
import { checkHeaders } from "./headers.js";
import { type Attempt, type Hooks, markThrownByHook } from "./hooks.js";
import { runUntil } from "./limits.js";
import type { OutgoingRequest } from "./outgoing-request.js";

export class ObservedAttempt {
  readonly #settings: Settings;
  readonly #request: OutgoingRequest;
  /** Undefined until `onRequest` is called. */
  #attempt: Attempt | undefined;
  /** The hooks' own: each may read the body. */
  #response: Response | undefined;

  constructor(settings: Settings, request: OutgoingRequest) {
    this.#settings = settings;
    this.#request = request;
  }

  /** @returns the headers that are sent, without the key */
  async begin(): Promise<Readonly<Record<string, string>>> {
    const { id, operation, url, headers, redactor, attempts } = this.#request;
    const { hooks } = this.#settings;
    // Without hooks, no `Headers` are made.
    if (hooks.length === 0) return headers;
    const attempt: Attempt = {
      operation: id,
      method: operation.method,
      url: redactor.text(url),
      headers: new Headers(headers),
      attempt: attempts,
    };
    this.#attempt = attempt;
    try {
      for (const hook of hooks) await hook.onRequest?.(attempt);
      return checkHeaders(Object.fromEntries(attempt.headers));
    } catch (error) {
      throw markThrownByHook(error);
    }
  }

  /** The response has begun. */
  answered(response: Response): void {
    if (this.#attempt) this.#response = copyOf(response);
  }

  /** The response is read, whatever it says. */
  responded(): Promise<void> {
    return this.#call((hook, attempt) => hook.onResponse?.(attempt, copyOf(this.#response as Response)));
  }

  failed(error: unknown): Promise<void> {
    return this.#call((hook, attempt) => hook.onError?.(attempt, error));
  }

  /** A hook that fails or hangs must not lose a call that was created. */
  async #call(call: (hook: Hooks, attempt: Attempt) => unknown): Promise<void> {
    const attempt = this.#attempt;
    if (!attempt) return;
    const { limits, timeoutMs } = this.#request;
    const stopped = () => new Error("It did not end in time.");
    for (const hook of this.#settings.hooks)
      await runUntil(async () => call(hook, attempt), { limits, timeoutMs, stopped }).catch((failure: unknown) =>
        this.#settings.log("warn", () => `A hook failed, which changes nothing. ${failure}`),
      );
  }
}

/** A response that another reader may read. That of a caller's own fetch may lack `clone`. */
function copyOf(response: Response): Response {
  return response.clone?.() ?? response;
}
