/** One attempt as its hooks see it: each `onRequest` is followed by exactly one of `onResponse` and `onError`. */
import type { Settings } from "../options.js";
import { checkHeaders } from "./headers.js";
import { type Attempt, type Hooks, ThrownByHook } from "./hooks.js";
import { runSafely } from "./limits.js";
import type { OutgoingRequest } from "./outgoing-request.js";

export class ObservedAttempt {
  readonly #settings: Settings;
  readonly #request: OutgoingRequest;
  /** Undefined until `onRequest` is called. */
  #attempt: Attempt | undefined;
  /** The hooks that know of the attempt: an earlier one may have failed, or hung until its end. */
  readonly #begun: Hooks[] = [];
  /** The hooks' own: each may read the body. */
  #response: Response | undefined;

  constructor(settings: Settings, request: OutgoingRequest) {
    this.#settings = settings;
    this.#request = request;
  }

  /**
   * @param signal aborted when the attempt has ended
   * @returns the headers that are sent, without the key
   * @throws {ThrownByHook}
   */
  async begin(signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
    const { id, operation, url, headers, redactor, attempts } = this.#request;
    const { hooks } = this.#settings;
    // Without hooks, no `Headers` are made.
    if (hooks.length === 0) return headers;
    const { method } = operation;
    const attempt = {
      operation: id,
      method,
      url: redactor.text(url),
      headers: new Headers(headers),
      attempt: attempts,
    };
    this.#attempt = attempt;
    try {
      for (const hook of hooks) {
        // Code of the caller's, such as the key function, may go on after the end.
        signal.throwIfAborted();
        this.#begun.push(hook);
        await hook.onRequest?.(attempt);
      }
      const changed = checkHeaders(Object.fromEntries(attempt.headers));
      redactor.addHeaders(changed);
      return changed;
    } catch (error) {
      throw new ThrownByHook(error);
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
    const seen = error instanceof ThrownByHook ? error.thrown : error;
    return this.#call((hook, attempt) => hook.onError?.(attempt, seen));
  }

  /** A hook that fails or hangs must not lose a call that was created. */
  async #call(call: (hook: Hooks, attempt: Attempt) => unknown): Promise<void> {
    const attempt = this.#attempt;
    if (!attempt) return;
    const { limits, timeoutMs, redactor } = this.#request;
    const onFailure = (failure: unknown) =>
      this.#settings.log("warn", () => `A hook failed and was ignored. ${redactor.text(String(failure))}`);
    for (const hook of this.#begun) await runSafely(() => call(hook, attempt), { limits, timeoutMs, onFailure });
  }
}

/** A response that another reader may read. That of a caller's own fetch may lack `clone`. */
function copyOf(response: Response): Response {
  return response.clone?.() ?? response;
}
