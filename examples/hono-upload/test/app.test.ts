import { readFile } from "node:fs/promises";
import { test } from "@call-analysis/mock/vitest";
import type { CallAnalysis } from "@call-analysis/sdk";
import { expect } from "vitest";
import { createApp } from "../src/app.ts";

const recording = await readFile(new URL("../../quickstart/recordings/sales-call.wav", import.meta.url));

async function addressFor(sdk: CallAnalysis): Promise<string> {
  const [[agent], [category]] = [await sdk.agents.list(), await sdk.categories.list()];
  return `/calls?memberId=${agent?.id}&categoryId=${category?.id}&filename=sales-call.wav`;
}

test("a request's body becomes a call, and its status a score", async ({ service, sdk }) => {
  const app = createApp(sdk);
  const created = await app.request(await addressFor(sdk), { method: "POST", body: recording });
  expect(created.status).toBe(202);
  const { id, ...rest } = (await created.json()) as { id: string };
  expect(rest).toEqual({});
  const [call] = service.db.calls.list();
  expect(call?.udfs).toEqual({ submission: id });
  service.engine.complete(call?.id ?? "", { score: 82 });
  const read = await app.request(`/calls/${id}`);
  expect(await read.json()).toEqual({ status: "completed", score: 82 });
  expect((await app.request(`/calls/${call?.id}`)).status).toBe(404);
});

test.for<[string, string, BodyInit | undefined, string]>([
  ["without a body", "memberId=m&categoryId=c", undefined, "Send the recording as the body."],
  ["without an agent", "categoryId=c", recording, "Name memberId and categoryId."],
  [
    "of a body that is empty",
    "memberId=m&categoryId=c",
    "",
    "The recording cannot be used. Is it empty, or larger than 500 MB?",
  ],
])("a request %s is the sender's mistake, and sends nothing", async ([, query, body, error], { service, sdk }) => {
  const response = await createApp(sdk).request(`/calls?${query}`, { method: "POST", body });
  expect([response.status, await response.json()]).toEqual([400, { error }]);
  expect(service.journal.count({})).toBe(0);
});

test("a creation that is uncertain gets an id and no token, and the server's log has the token", async ({
  service,
  sdk,
}) => {
  const logged: unknown[] = [];
  const app = createApp(sdk, { log: (error) => logged.push(error) });
  const address = await addressFor(sdk);
  service.faults.inject({ operation: "createCall", network: "reset", when: "after" });
  const response = await app.request(address, { method: "POST", body: recording });
  expect(response.status).toBe(502);
  const { id, error, ...rest } = (await response.json()) as { id: string; error: string };
  expect(error).toBe("Nobody knows yet whether the call was created. Do not send the recording again.");
  expect(rest).toEqual({});
  expect(await (await app.request(`/calls/${id}`)).json()).toEqual({ status: "uncertain", score: null });
  expect(logged).toMatchObject([{ name: "SubmissionUncertainError", resume: { stage: "create" } }]);
});

test.for([
  ["listens to nobody", { network: "error" }, 503],
  ["is busy", { status: 429, retryAfter: 3_600 }, 503],
  ["does not know the agent", { status: 404 }, 502],
] as const)(
  "a service that %s is told plainly, and the log has the rest",
  async ([, fault, status], { service, sdk }) => {
    const logged: unknown[] = [];
    const app = createApp(sdk.withOptions({ retry: false }), { log: (error) => logged.push(error) });
    const address = await addressFor(sdk);
    service.faults.inject({ operation: "createUploadUrl", ...fault });
    const response = await app.request(address, { method: "POST", body: recording });
    expect(response.status).toBe(status);
    const text = await response.text();
    expect(text).toMatch(/^{"error":"The analysis service (cannot be reached|refused)[^"]*"}$/);
    expect(logged).toHaveLength(1);
  },
);
