/** Every operation of the service once, as an application uses them one after the other. */
import type { MockService } from "@call-analysis/mock";

/** The service's addresses and key, and the campaign that has to exist. */
export interface Place {
  apiKey: string;
  baseUrl: string;
  campaignBaseUrl: string;
  campaignId: string;
}

/** One operation's request, and its response. */
export interface Step {
  method: string;
  url: string;
  response: Response;
  text: string;
}

/** The fields of responses on which later requests depend. */
interface Body {
  data: { id: string; callId: string; presignedUrl: string; publicUrl: string };
}

export const operationCount = 12;

const prospect = JSON.stringify({ name: "Meera Nair", phone: "+919812345678" });
const recording = new Uint8Array(4_096).fill(1);

export function placeOf(service: MockService): Place {
  const campaignId = service.db.campaigns.list()[0]?.id ?? "";
  return { ...service.clientOptions(), campaignId };
}

/** Sends a request for each operation with the global `fetch`, and gives each step. */
export async function* operations({
  apiKey,
  baseUrl,
  campaignBaseUrl,
  campaignId,
}: Place): AsyncGenerator<Step, void, void> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const post = (body: object): RequestInit => ({ method: "POST", headers, body: JSON.stringify(body) });
  yield await send(`${baseUrl}/agents`, { headers });
  const member = yield* sendForData(`${baseUrl}/agents`, post({ name: "Ravi Iyer", email: "ravi.iyer@example.com" }));
  const agentUrl = `${baseUrl}/agents/${member.id}`;
  yield await send(agentUrl, { method: "PATCH", headers, body: `{"name":"Ravi S. Iyer"}` });
  const categories = yield* sendForData(`${baseUrl}/categories`, { headers });
  // Only the list of categories has a list as its data.
  const [category] = categories as unknown as Body["data"][];
  yield await send(`${baseUrl}/categories/${category?.id}`, { headers });
  const naming = post({ filename: "call.wav", contentType: "audio/wav" });
  const grant = yield* sendForData(`${baseUrl}/calls/presigned-url`, naming);
  yield await send(grant.presignedUrl, { method: "PUT", headers: { "content-type": "audio/wav" }, body: recording });
  yield await send(grant.publicUrl, {});
  const wish = { memberId: member.id, categoryId: category?.id, audio_url: grant.publicUrl };
  const call = yield* sendForData(`${baseUrl}/calls`, post(wish));
  yield await send(`${baseUrl}/calls/${call.callId}/analysis`, { headers });
  const prospectsUrl = `${campaignBaseUrl}/v1/campaigns/${campaignId}/prospects-zap`;
  yield await send(prospectsUrl, { method: "POST", headers, body: prospect });
  yield await send(agentUrl, { method: "DELETE", headers });
}

async function* sendForData(url: string, init: RequestInit): AsyncGenerator<Step, Body["data"], void> {
  const step = await send(url, init);
  yield step;
  return (JSON.parse(step.text) as Body).data;
}

/** Looks `fetch` up when called, so that msw can intercept it. */
async function send(url: string, init: RequestInit): Promise<Step> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${init.method ?? "GET"} ${url}: ${response.status} ${text}`);
  return { method: init.method ?? "GET", url, response, text };
}
