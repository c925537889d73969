import type { MockService } from "@call-analysis/mock";
import { expect, test } from "vitest";
import { agentRegistrationCases } from "../src/cases/agent-registration.ts";
import { allCases } from "../src/cases/all-cases.ts";
import { runCases } from "../src/run/run-cases.ts";
import { createFake } from "../src/targets/fake.ts";
import { liveTarget } from "../src/targets/live.ts";
import { fakeAsLive } from "./fake-as-live.ts";
import { alterResponse, alterStatus, alterSuccess, intercept } from "./mutants/mutant.ts";

const activeAgents = (service: MockService) => service.db.agents.list().filter(({ isActive }) => isActive);

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
  const { skipped, cleanUp } = await runCases(fakeAsLive(service), { negative: true, destructive: true });
  expect(skipped.map(({ reason }) => reason)).toEqual(["the target has no clock"]);
  expect(activeAgents(service)).toEqual(before);
  expect(cleanUp.remainingAgents).toBe(0);
  expect(cleanUp.deletedAgents).toBeGreaterThan(10);
});

test("without a campaign and another organization's key their cases are left out, with the reason", async () => {
  const target = { ...fakeAsLive(createFake()), campaign: undefined, otherApiKey: undefined };
  const cases = allCases.filter(({ needs }) => needs !== undefined);
  const { skipped, outcomes } = await runCases(target, { cases, negative: true, destructive: true });
  expect(outcomes.filter(({ verdict }) => verdict === "failed")).toEqual([]);
  const reasons = new Set(skipped.map(({ reason }) => reason));
  expect(reasons).toContain("the target has no campaign");
  expect(reasons).toContain("the target has no other organization");
});

test.each([
  { what: "returns the wrong status", apply: alterStatus("createAgent", { from: 201, to: 200 }) },
  { what: "names the new id memberId", apply: alterSuccess("createAgent data", renamed) },
  {
    what: "returns no data wrapper",
    apply: alterSuccess("createAgent", (body) => Reflect.get(Object(body), "data")),
  },
  {
    what: "returns no body",
    apply: alterResponse("createAgent", (response) => new Response(null, response)),
  },
])("agents are deleted even when createAgent $what", async ({ apply }) => {
  const service = createFake();
  const before = activeAgents(service);
  const { outcomes } = await runCases(fakeAsLive(service, apply), { cases: agentRegistrationCases });
  expect(outcomes.some(({ verdict }) => verdict === "failed")).toBe(true);
  expect(activeAgents(service)).toEqual(before);
});

test("agents that the service does not delete are counted", async () => {
  const apply = intercept("deleteAgent", async () => Response.json({ success: true }));
  const service = createFake();
  const before = activeAgents(service).length;
  const { cleanUp } = await runCases(fakeAsLive(service, apply), { cases: agentRegistrationCases });
  expect(cleanUp.remainingAgents).toBeGreaterThan(5);
  expect(cleanUp.remainingAgents).toBe(activeAgents(service).length - before);
});

test("when the service stops responding the run ends, with its agents counted as remaining", async () => {
  let requests = 0;
  const service = createFake();
  const fetchForAWhile: typeof fetch = async (input, init) => {
    requests += 1;
    if (requests > 60) throw new TypeError("fetch failed");
    return service.fetch(input, init);
  };
  const { outcomes, cleanUp } = await runCases({ ...fakeAsLive(service), fetch: fetchForAWhile });
  expect(outcomes.at(-1)?.drift[0]?.statement).toBe("The service answers every request.");
  expect(cleanUp.remainingAgents).toBe(activeAgents(service).length - activeAgents(createFake()).length);
});

test("an aborted run ends soon, and deletes what it created", async () => {
  const service = createFake();
  const before = activeAgents(service);
  const interruption = new AbortController();
  const apply = intercept("createCall", async (_request, forward) => {
    interruption.abort();
    return forward();
  });
  const { outcomes } = await runCases(fakeAsLive(service, apply), { signal: interruption.signal });
  expect(outcomes.length).toBeLessThan(80);
  expect(service.db.calls.list()).toHaveLength(1);
  expect(activeAgents(service)).toEqual(before);
});

test("the environment must have both the address and the key of a live service, or neither", () => {
  expect(liveTarget({})).toBeUndefined();
  expect(() => liveTarget({ CALL_ANALYSIS_API_KEY: "k" })).toThrow(/both/);
  expect(liveTarget({ CALL_ANALYSIS_API_KEY: "k", CALL_ANALYSIS_BASE_URL: "https://live.test/v1/" })).toMatchObject({
    name: "live",
    baseUrl: "https://live.test/v1",
    campaign: undefined,
  });
});

test("the campaign's own key is used when it is set, else the API key", () => {
  const environment = {
    CALL_ANALYSIS_BASE_URL: "https://live.test/v1",
    CALL_ANALYSIS_API_KEY: "k",
    CALL_ANALYSIS_CAMPAIGN_BASE_URL: "https://campaigns.test",
    CALL_ANALYSIS_CAMPAIGN_ID: "spring",
  };
  expect(liveTarget(environment)?.campaign?.apiKey).toBe("k");
  expect(liveTarget({ ...environment, CALL_ANALYSIS_CAMPAIGN_API_KEY: "c" })?.campaign?.apiKey).toBe("c");
});

function renamed(agent: unknown): unknown {
  const { id, ...others } = Object(agent);
  return { memberId: id, ...others };
}
