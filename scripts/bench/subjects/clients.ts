/** One GET through each client, with a key, answered by a canned `fetch`. */
import { CallAnalysis } from "@call-analysis/sdk";
import { importPeer } from "../harness/peers.ts";
import type { SubjectMaker } from "../harness/subject.ts";
import { cannedFetch, cannedKey, cannedOrigin } from "./canned.ts";

const headers = { authorization: `Bearer ${cannedKey}` };

export const subjects: Record<string, SubjectMaker> = {
  ours,
  "ours, a new key each": oursWithNewKeys,
  "ours, a new header each": oursWithNewHeaders,
  "openapi-fetch": openapiFetch,
  "raw fetch": rawFetch,
};

const options = { apiKey: cannedKey, baseUrl: `${cannedOrigin}/v1`, fetch: cannedFetch };

async function ours() {
  const sdk = new CallAnalysis(options);
  return () => sdk.agents.list();
}

/** As with short-lived tokens: what redacts keys must not remember each of them. */
async function oursWithNewKeys() {
  let requests = 0;
  const sdk = new CallAnalysis({ ...options, apiKey: () => `${cannedKey}-${requests++}` });
  return () => sdk.agents.list();
}

async function oursWithNewHeaders() {
  let requests = 0;
  const sdk = new CallAnalysis(options);
  return () => sdk.agents.list({ headers: { "x-token": `secret-${requests++}` } });
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
