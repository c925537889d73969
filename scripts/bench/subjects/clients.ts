/** One GET through each client, with a key, answered by a canned `fetch`. */
import { CallAnalysis } from "@call-analysis/sdk";
import { importPeer } from "../harness/peers.ts";
import type { SubjectMaker } from "../harness/subject.ts";
import { cannedFetch, cannedKey, cannedOrigin } from "./canned.ts";

const headers = { authorization: `Bearer ${cannedKey}` };
// For clients without an option for `fetch`; some look it up when they are loaded.
globalThis.fetch = cannedFetch;

export const subjects: Record<string, SubjectMaker> = {
  ours,
  "openapi-fetch": openapiFetch,
  "raw fetch": rawFetch,
  ky,
  axios,
  assemblyai,
  openai,
  stripe,
};

async function ours() {
  const sdk = new CallAnalysis({ apiKey: cannedKey, baseUrl: `${cannedOrigin}/v1`, fetch: cannedFetch });
  return () => sdk.agents.list();
}

async function openapiFetch() {
  interface Client {
    GET(path: string): Promise<unknown>;
  }
  const { default: createClient } = await importPeer<{ default: (options: object) => Client }>("openapi-fetch");
  const client = createClient({ baseUrl: `${cannedOrigin}/v1`, fetch: cannedFetch, headers });
  return () => client.GET("/agents");
}

async function rawFetch() {
  return async () => {
    const response = await cannedFetch(`${cannedOrigin}/v1/agents`, { headers });
    return response.json();
  };
}

async function ky() {
  interface Ky {
    create(options: object): { get(url: string): { json(): Promise<unknown> } };
  }
  const { default: root } = await importPeer<{ default: Ky }>("ky");
  const client = root.create({ fetch: cannedFetch, headers });
  return () => client.get(`${cannedOrigin}/v1/agents`).json();
}

async function axios() {
  interface Axios {
    create(options: object): { get(url: string): Promise<unknown> };
  }
  const { default: root } = await importPeer<{ default: Axios }>("axios");
  const client = root.create({ baseURL: `${cannedOrigin}/v1`, adapter: "fetch", env: { fetch: cannedFetch }, headers });
  return () => client.get("/agents");
}

async function assemblyai() {
  interface Client {
    transcripts: { get(id: string): Promise<unknown> };
  }
  const { AssemblyAI } = await importPeer<{ AssemblyAI: new (options: object) => Client }>("assemblyai");
  const client = new AssemblyAI({ apiKey: cannedKey, baseUrl: cannedOrigin });
  return () => client.transcripts.get("1");
}

async function openai() {
  interface Client {
    models: { retrieve(id: string): Promise<unknown> };
  }
  const { default: OpenAI } = await importPeer<{ default: new (options: object) => Client }>("openai");
  const client = new OpenAI({ apiKey: cannedKey, baseURL: `${cannedOrigin}/v1`, fetch: cannedFetch });
  return () => client.models.retrieve("1");
}

async function stripe() {
  interface Client {
    customers: { retrieve(id: string): Promise<unknown> };
  }
  interface StripeClass {
    new (key: string, options: object): Client;
    createFetchHttpClient(fetch: () => Promise<Response>): unknown;
  }
  const { default: Stripe } = await importPeer<{ default: StripeClass }>("stripe");
  const client = new Stripe(cannedKey, { httpClient: Stripe.createFetchHttpClient(cannedFetch) });
  return () => client.customers.retrieve("1");
}
