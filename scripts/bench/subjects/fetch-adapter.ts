/** A list, from functions with the signature of `fetch`; its body is not read. */
import { createMockService } from "@call-analysis/mock";
import { importPeer } from "../harness/peers.ts";
import type { SubjectMaker } from "../harness/subject.ts";
import { agentListText } from "./agent-list.ts";

const service = createMockService();
const { baseUrl, apiKey } = service.clientOptions();
const url = `${baseUrl}/agents`;
const init = { headers: { authorization: `Bearer ${apiKey}` } };

export const subjects: Record<string, SubjectMaker> = {
  ours: async () => () => service.fetch(url, init),
  "bare pair": barePair,
  "msw getResponse": mswGetResponse,
};

async function barePair() {
  const text = await agentListText();
  const headers = { "content-type": "application/json" };
  return () => {
    const request = new Request(url, init);
    return new Response(text, { status: request.method === "GET" ? 200 : 405, headers }).text();
  };
}

async function mswGetResponse() {
  interface Msw {
    http: { get(url: string, resolver: () => Response): unknown };
    HttpResponse: { json(body: unknown): Response };
    getResponse(handlers: unknown[], request: Request): Promise<Response>;
  }
  const { http, HttpResponse, getResponse } = await importPeer<Msw>("msw");
  const data: unknown = JSON.parse(await agentListText());
  const handlers = [http.get(url, () => HttpResponse.json(data))];
  return () => getResponse(handlers, new Request(url, init));
}
