/** Calls the hooks around one attempt. Exactly one of `onResponse` and `onError` follows each `onRequest`. */
import type { Settings } from "../options.js";
import { checkHeaders } from "./headers.js";
import { type Attempt, type Hooks, ThrownByCaller } from "./hooks.js";
import { runSafely } from "./limits.js";
import type { OutgoingRequest } from "./outgoing-request.js";
import { release } from "./response.js";

export function observe({ hooks, log }: Settings, request: OutgoingRequest) {
  const { id, operation, url, headers, redactor, limits, timeoutMs } = request;
  /** Undefined until `onRequest` is called. */
  let attempt: Attempt | undefined;
  /** The hooks that were told of the attempt. An earlier hook may have failed, or hung until the end. */
  const begun: Hooks[] = [];
  /** A copy of the response, cloned for each hook, because each may read the body. */
  let copy: Response | undefined;

  /**
   * @param signal aborted when the time or the limits end the attempt
   * @returns the headers to send, without the key
   * @throws {ThrownByCaller}
   */
  async function begin(signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
    // Without hooks, no `Headers` are made.
    if (hooks.length === 0) return headers;
    attempt = {
      operation: id,
      method: operation.method,
      url: redactor.text(url),
      headers: new Headers(headers),
      attempt: request.attempts,
    };
    try {
      for (const hook of hooks) {
        // Code of the caller's, such as the key function, may go on after the end.
        signal.throwIfAborted();
        begun.push(hook);
        await hook.onRequest?.(attempt);
      }
      const changed = checkHeaders(Object.fromEntries(attempt.headers));
      redactor.addHeaders(changed);
      return changed;
    } catch (error) {
      throw new ThrownByCaller(error);
    }
  }

  /** Called when the response begins. */
  function answered(response: Response): void {
    if (attempt) copy = copyOf(response);
  }

  /** Called when the attempt has ended. A hook that fails or hangs must not lose a created call. */
  async function ended(error: unknown, hasResponse: boolean): Promise<void> {
    const onFailure = (failure: unknown) => log("warn", () => `A hook failed. ${redactor.text(String(failure))}`);
    const call = async (hook: Hooks) => {
      if (!hasResponse)
        return hook.onError?.(attempt as Attempt, error instanceof ThrownByCaller ? error.thrown : error);
      const own = copyOf(copy as Response);
      try {
        await hook.onResponse?.(attempt as Attempt, own);
      } finally {
        release(own);
      }
    };
    for (const hook of begun) await runSafely(() => call(hook), { limits, timeoutMs, onFailure });
    if (copy) release(copy);
  }

  return { begin, answered, ended };
}

/** A copy of the response for another reader. A response of the caller's own fetch may lack `clone`. */
function copyOf(response: Response): Response {
  return response.clone?.() ?? response;
}
