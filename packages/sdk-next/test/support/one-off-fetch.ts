/** What a one-off `fetch` was called with. */
export interface FetchCall {
  url: string;
  method: string;
  headers: Headers;
  body: string | undefined;
  atMs: number;
}

/** A `fetch` that gives, or rejects with, what is listed; the last one stays for all further calls. */
export function oneOffFetch(...outcomes: (Error | Response | ((call: FetchCall) => Response | Promise<Response>))[]) {
  const calls: FetchCall[] = [];
  const fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const outcome = outcomes[Math.min(calls.length, outcomes.length - 1)];
    const call = callOf(input, init);
    calls.push(call);
    if (typeof outcome === "function") return outcome(call);
    if (outcome instanceof Error || outcome === undefined) throw outcome;
    return outcome.clone();
  };
  return { fetch, calls };
}

/** What `fetch` rejects with on Node when nothing could be sent, or the connection broke. */
export function fetchFailed(cause: object): TypeError {
  return new TypeError("fetch failed", { cause: Object.assign(new Error("the system's word"), cause) });
}

/** A `fetch` that never settles, whatever its signal says. */
export function deafFetch(): Promise<Response> {
  return new Promise(() => {});
}

function callOf(input: string | URL | Request, { method = "GET", headers, body }: RequestInit): FetchCall {
  const url = input instanceof Request ? input.url : String(input);
  const text = typeof body === "string" ? body : undefined;
  return { url, method, headers: new Headers(headers), body: text, atMs: performance.now() };
}
