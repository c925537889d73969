/** One `POST /calls` on a reused connection, by the runtime's own `fetch`. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { CallAnalysis } from "@call-analysis/sdk";
import { benchPath } from "../harness/folders.ts";
import type { SubjectMaker } from "../harness/subject.ts";

const call = { memberId: "mem_1", categoryId: "cat_1", audio_url: "https://files.example.com/1.wav", udfs: { crm: 7 } };

export const subjects: Record<string, SubjectMaker> = {
  ours: async () => creationsBy({}),
  // A `fetch` of the caller's own gets the body as text, which it could send again.
  "ours, replayable": async () => creationsBy({ fetch: (input, init) => globalThis.fetch(input, init) }),
  "raw fetch": rawFetch,
};

async function startService(): Promise<string> {
  const [origin] = await once(fork(benchPath("servers/creations.ts")), "message");
  return String(origin);
}

async function creationsBy(options: {
  fetch?: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
}) {
  const baseUrl = `${await startService()}/v1`;
  const sdk = new CallAnalysis({ apiKey: "bench-key", baseUrl, ...options });
  return () => sdk.calls.create(call);
}

async function rawFetch() {
  const url = `${await startService()}/v1/calls`;
  const headers = { authorization: "Bearer bench-key", "content-type": "application/json" };
  return async () => {
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(call) });
    return response.json();
  };
}
