/** Plain requests to a served fake, as a client in another language sends them. */

/** A response, with its body read. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any route.
  body: any;
}

/** Sends `METHOD /path` below an address, with JSON if there is a body. */
export type Ask = (request: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>;

/** Requests below an address, which carry the key of the fake unless they name another. */
export function requestsTo(url: string, key = "test-key"): Ask {
  return async (request, body, headers = {}) => {
    const [method = "", path = ""] = request.split(" ");
    const json: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...json, ...headers },
      redirect: "manual",
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: asJson(text) };
  };
}

/** Uploads a recording and creates its call; gives the call's id. */
export async function createCallBy(ask: Ask, fields: object = {}): Promise<string> {
  const file = { filename: "call.wav", contentType: "audio/wav" };
  const { data: grant } = (await ask("POST /v1/calls/presigned-url", file)).body;
  await fetch(grant.presignedUrl, { method: "PUT", body: "RIFF....WAVE", headers: { "content-type": "audio/wav" } });
  const [agents, categories] = [await ask("GET /v1/agents"), await ask("GET /v1/categories")];
  const call = { memberId: agents.body.data[0].id, categoryId: categories.body.data[0].id, audio_url: grant.publicUrl };
  return (await ask("POST /v1/calls", { ...call, ...fields })).body.data.callId;
}

/** What the service says of a call. */
export async function readCall(ask: Ask, callId: string) {
  return (await ask(`GET /v1/calls/${callId}/analysis`)).body.data;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
