import type { MockService, Policies } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";
import { expect, onTestFinished, test } from "vitest";
import { agentCases } from "../src/cases/agents.ts";
import { allCases } from "../src/cases/all-cases.ts";
import { type CommandOptions, runCommand } from "../src/command.ts";
import { alterResponse, alterStatus, alterSuccess, type Fault, intercept } from "../src/fault.ts";
import { runCases } from "../src/run.ts";
import { createFake, type Environment, fakeTarget, liveTarget, type Target } from "../src/target.ts";

const activeAgents = (service: MockService) => service.db.agents.list().filter(({ isActive }) => isActive);

/** A fake that the suite treats as the live service: it has no clock to move. */
function fakeAsLive(service: MockService, fault: Fault = (intact) => intact.fetch): Target {
  return fakeTarget(service, { name: "live", send: fault(service), advanceClock: undefined });
}

interface LiveRunOptions extends Pick<CommandOptions, "run"> {
  policies?: Partial<Policies>;
  apiKey?: string;
}

/** Serves a fake over HTTP, and runs the command on it as on the live service. */
async function runOnLive({ policies = {}, apiKey: key, run }: LiveRunOptions) {
  const service = createFake({ policies });
  const server = await serve(service, { port: 0 });
  onTestFinished(() => server.close());
  const { apiKey, baseUrl, campaignBaseUrl } = service.clientOptions();
  const environment: Environment = {
    CALL_ANALYSIS_BASE_URL: `${baseUrl}/`,
    CALL_ANALYSIS_API_KEY: key ?? apiKey,
    CALL_ANALYSIS_CAMPAIGN_BASE_URL: campaignBaseUrl,
    CALL_ANALYSIS_CAMPAIGN_ID: service.db.campaigns.list()[0]?.id,
    CALL_ANALYSIS_POLL_INTERVAL_MS: "0",
  };
  const lines: string[] = [];
  const print = (text: string) => lines.push(text);
  const code = await runCommand(["--target", "live"], { environment, print, ...(run && { run }) });
  return { code, output: lines.join("\n"), service };
}

test("the command says before a live run what it will create, then what departs from an assumption, and ends with 0", async () => {
  const before = activeAgents(createFake()).length;
  const { code, output, service } = await runOnLive({ policies: { emailInUseStatus: 422 } });
  expect(output).toMatch(/^live: \d+ passed, 0 failed, 1 recorded, \d+ not run/m);
  expect(output).toContain("  assumption: createAgent, email-in-use: expected 409\n");
  const announced = output.indexOf(`creates ${service.db.calls.list().length} calls, `);
  expect(announced).toBeGreaterThan(-1);
  expect(announced).toBeLessThan(output.indexOf("passed"));
  expect(output).toContain(`registers about ${service.db.agents.list().length - before} agents`);
  expect(code).toBe(0);
});

test("with a live service that violates the contract it ends with 1, and shows nothing of the responses", async () => {
  const { code, output } = await runOnLive({
    apiKey: "of-nobody",
    run: (target, options) => runCases(target, { ...options, cases: agentCases }),
  });
  expect(code).toBe(1);
  expect(output).toContain("The contract does not hold.");
  expect(output).toContain("violation: createAgent, status: expected success");
  expect(output).not.toMatch(/valid API key|of-nobody/);
});

test("--help says what the flags do, and --list prints the cases of each sentence of the specification", async () => {
  const print = (lines: string[]) => ({ environment: {}, print: (text: string) => lines.push(text) });
  const [help, list]: [string[], string[]] = [[], []];
  expect(await runCommand(["--help"], print(help))).toBe(0);
  for (const flag of ["--negative", "--destructive", "--list"]) expect(help.join()).toContain(flag);
  expect(await runCommand(["--list"], print(list))).toBe(0);
  for (const { spec, name } of allCases) {
    expect(list.join()).toContain(spec);
    expect(list.join()).toContain(name);
  }
});

test("a run on no target ends with 1, and an unknown flag is rejected", async () => {
  expect(await runCommand(["--target", "live"], { environment: {}, print: () => {} })).toBe(1);
  await expect(runCommand(["--everything"], { environment: {}, print: () => {} })).rejects.toThrow(/--everything/);
});

test("a live run asserts what is documented and records what is assumed", async () => {
  const { outcomes, skipped } = await runCases(fakeAsLive(createFake()));
  expect(new Set(outcomes.map((outcome) => outcome.case.tag))).toEqual(new Set(["documented", "assumed"]));
  expect(new Set(skipped.map(({ reason }) => reason))).toEqual(
    new Set(["--negative was not given", "--destructive was not given", "the target has no clock"]),
  );
});

test("a live run also runs negative and destructive cases when asked to, and leaves no agent behind", async () => {
  const service = createFake();
  const before = activeAgents(service);
  const result = await runCases(fakeAsLive(service), { negative: true, destructive: true });
  expect(result.skipped.map(({ reason }) => reason)).toEqual(["the target has no clock"]);
  expect(activeAgents(service)).toEqual(before);
  expect(result.remainingAgents).toBe(0);
  expect(result.deletedAgents).toBeGreaterThan(10);
});

test("without a campaign and another organization's key their cases are left out, with the reason", async () => {
  const target = { ...fakeAsLive(createFake()), campaign: undefined, otherApiKey: undefined };
  const cases = allCases.filter(({ needs }) => needs !== undefined);
  const { skipped, outcomes } = await runCases(target, { cases, negative: true, destructive: true });
  expect(outcomes).toEqual([]);
  expect(new Set(skipped.map(({ reason }) => reason))).toEqual(
    new Set(["the target has no campaign", "the target has no other organization", "the target has no clock"]),
  );
});

test.each<[what: string, fault: Fault]>([
  ["returns the wrong status", alterStatus("createAgent", { from: 201, to: 200 })],
  ["returns no data wrapper", alterSuccess("createAgent", (body) => Object(body).data)],
  ["returns no body", alterResponse("createAgent", (response) => new Response(null, response))],
])("agents are deleted even when createAgent %s", async (_what, fault) => {
  const service = createFake();
  const before = activeAgents(service);
  const { outcomes } = await runCases(fakeAsLive(service, fault), { cases: agentCases });
  expect(outcomes.some(({ verdict }) => verdict === "failed")).toBe(true);
  expect(activeAgents(service)).toEqual(before);
});

test("agents that the service does not delete are counted", async () => {
  const fault = intercept("deleteAgent", async () => Response.json({ success: true }));
  const service = createFake();
  const before = activeAgents(service).length;
  const cases = agentCases.filter(({ needs }) => needs === undefined);
  const { remainingAgents } = await runCases(fakeAsLive(service, fault), { cases });
  expect(remainingAgents).toBeGreaterThan(5);
  expect(remainingAgents).toBe(activeAgents(service).length - before);
});

test("when the service stops responding the run ends, with its agents counted as remaining", async () => {
  let requests = 0;
  const service = createFake();
  const send: typeof fetch = async (input, init) => {
    requests += 1;
    if (requests > 60) throw new TypeError("fetch failed");
    return service.fetch(input, init);
  };
  const { outcomes, remainingAgents } = await runCases({ ...fakeAsLive(service), send });
  expect(outcomes.at(-1)?.findings[0]?.expected).toBe("an answer to every request");
  expect(remainingAgents).toBe(activeAgents(service).length - activeAgents(createFake()).length);
});

test("an aborted run ends soon, and deletes what it created", async () => {
  const service = createFake();
  const before = activeAgents(service);
  const interruption = new AbortController();
  const fault = intercept("createCall", async (_request, forward) => {
    interruption.abort();
    return forward();
  });
  const { outcomes } = await runCases(fakeAsLive(service, fault), { signal: interruption.signal });
  expect(outcomes.length).toBeLessThan(80);
  expect(service.db.calls.list()).toHaveLength(1);
  expect(activeAgents(service)).toEqual(before);
});

test("the environment has both the address and the key of a live service, or neither; a campaign may have its own key", () => {
  expect(liveTarget({})).toBeUndefined();
  expect(() => liveTarget({ CALL_ANALYSIS_API_KEY: "k" })).toThrow(/both/);
  const service = { CALL_ANALYSIS_API_KEY: "k", CALL_ANALYSIS_BASE_URL: "https://live.test/v1/" };
  expect(liveTarget(service)).toMatchObject({ name: "live", baseUrl: "https://live.test/v1" });
  const campaign = { CALL_ANALYSIS_CAMPAIGN_BASE_URL: "https://campaigns.test", CALL_ANALYSIS_CAMPAIGN_ID: "spring" };
  expect(liveTarget({ ...service, ...campaign })?.campaign?.apiKey).toBe("k");
  const withKey = { ...service, ...campaign, CALL_ANALYSIS_CAMPAIGN_API_KEY: "c" };
  expect(liveTarget(withKey)?.campaign?.apiKey).toBe("c");
});
