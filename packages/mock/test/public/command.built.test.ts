/** The command `call-analysis-mock`. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createCallBy, readCall, requestsTo } from "../../../sdk/test/public/support/http.ts";
import { serveFake, startCommand, temporaryFolder } from "../../../sdk/test/public/support/processes.ts";

/** Starts the command on a free port, and gives its process and requests to it. */
async function startMock(...flags: string[]) {
  const started = startCommand("call-analysis-mock", ["--port", "0", ...flags]);
  await started.printed("/v1");
  const [url = ""] = /http:\/\/127\.0\.0\.1:\d+(?=\/v1)/.exec(started.written.stdout) ?? [];
  return { ...started, url, ask: requestsTo(url), control: requestsTo(`${url}/__mock__`) };
}

test("a seed file takes the demo's place, with its rules, also after a reset, and keys name organizations", async () => {
  const file = join(temporaryFolder(), "seed.yaml");
  const seed = [
    "agents:",
    "  - { id: mem_asha, name: Asha Verma, email: asha@example.com }",
    "categories:",
    "  - name: Support",
    "    possibleOutcomes: [{ label: Solved, isSuccess: true }, { label: Not solved }]",
    "    analysisPointers:",
    "      - { sectionName: Opening, criterias: [{ question: Did the agent greet the customer? }] }",
    "rules:",
    "  - when: { match: { memberId: asha@example.com } }",
    "    then: { end: { complete: { outcomeLabel: Solved } } }",
    "  - { when: { operation: createAgent }, then: { respond: { status: 503 } } }",
  ];
  writeFileSync(file, seed.join("\n"));
  const { ask, control, written } = await startMock("--seed-file", file, "--key", "test-key=One", "--log", "json");
  for (let round = 1; round <= 2; round += 1) {
    expect((await ask("GET /v1/agents")).body.data.map(({ name }: { name: string }) => name)).toEqual(["Asha Verma"]);
    expect((await ask("POST /v1/agents", { name: "A", email: "a@example.com" })).status).toBe(503);
    const callId = await createCallBy(ask);
    for (let poll = 0; poll < 2; poll += 1) await readCall(ask, callId);
    expect((await readCall(ask, callId)).analysis.outcomeLabel).toBe("Solved");
    await control("POST /reset");
  }
  expect(written.stdout + written.stderr).not.toContain("test-key");
});

test("import writes a seed file of an organization, without its key, and replaces no file", async () => {
  const { service, url } = await serveFake({ keys: { "a-live-key-4711": "Live" } });
  const out = join(temporaryFolder(), "organization.yaml");
  const importing = () =>
    startCommand("call-analysis-mock", ["import", "--base-url", `${url}/v1`, "--out", out], {
      env: { CALL_ANALYSIS_API_KEY: "a-live-key-4711" },
    });
  const first = importing();
  expect(await first.ended).toBe(0);
  const text = readFileSync(out, "utf8");
  for (const { email } of service.db.agents.list()) expect(text).toContain(email);
  for (const { name } of service.db.categories.list()) expect(text).toContain(name);
  expect(text + first.written.stdout + first.written.stderr).not.toContain("a-live-key-4711");
  expect(service.journal.entries().every(({ method }) => method === "GET")).toBe(true);
  expect(await importing().ended).not.toBe(0);
  const imported = await startMock("--seed-file", out);
  const { data } = (await imported.ask("GET /v1/agents")).body;
  expect(data.map(({ id }: { id: string }) => id)).toEqual(service.db.agents.list().map(({ id }) => id));
});
