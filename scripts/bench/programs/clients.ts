/** One GET through each client, with a key, answered by a canned `fetch`. */
import { CallAnalysis } from "@call-analysis/sdk";
import type { Sides } from "./repeat.ts";

const cannedOrigin = "https://api.call-analysis.test";
const cannedKey = "bench-key";
const agent = {
  id: "agt_2f7c11d0",
  userId: "usr_81b2c3d4",
  name: "Asha Rao",
  email: "asha.rao@example.com",
  image: null,
  createdAt: "2026-01-31T10:00:00.000Z",
};
const cannedText = JSON.stringify({ data: [agent, { ...agent, id: "agt_2f7c11d1" }] });

/** The same response to every request, without a network, so that only the client's own work is measured. */
async function cannedFetch(_input?: unknown, _init?: unknown): Promise<Response> {
  return new Response(cannedText, { status: 200, headers: { "content-type": "application/json" } });
}

export const sides: Sides = {
  ours,
  "ours, a new key each": oursWithNewKeys,
  "ours, a new header each": oursWithNewHeaders,
  "openapi-fetch": openapiFetch,
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
  // Installed for the benchmarks alone: the compiler has no types of it.
  const peer: string = "openapi-fetch";
  interface Client {
    GET(path: string): Promise<unknown>;
  }
  const { default: createClient } = (await import(peer)) as { default: (options: object) => Client };
  const client = createClient({
    baseUrl: `${cannedOrigin}/v1`,
    fetch: cannedFetch,
    headers: { authorization: `Bearer ${cannedKey}` },
  });
  return () => client.GET("/agents");
}
