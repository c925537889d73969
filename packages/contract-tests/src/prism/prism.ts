/**
 * Validates the fake with Prism, a tool that this project did not write. The client and every documented
 * case talk to the fake through Prism as a validating proxy, and no response may violate the document.
 */
import type { MockService } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";
import { CallAnalysis } from "@call-analysis/sdk";
import { allCases } from "../cases/all-cases.ts";
import { runCases } from "../run.ts";
import { sampleWav } from "../steps.ts";
import { createFake, fakeTarget, type Target } from "../target.ts";
import { installPrism } from "./install-prism.ts";
import { type PrismProxy, startPrism } from "./prism-proxy.ts";

/** A point at which Prism finds that a request or a response violates the document. */
interface Violation {
  /** Such as `GET /agents`. */
  request: string;
  status: number;
  location: readonly string[];
  message: string;
}

/** Prism does not respond to a body that is not JSON, so it gets no cases whose requests must be rejected. */
const validCases = allCases.filter(({ tag }) => tag === "documented" || tag === "assumed");

const installation = installPrism();
if (installation === undefined) console.log("Prism: skipped, because it cannot be installed here.");
else if (!(await validateFake(installation))) process.exitCode = 1;

/** Whether the fake passes. Stops everything that it starts. */
async function validateFake(folder: string): Promise<boolean> {
  await using servers = new AsyncDisposableStack();
  const fake = createFake();
  const { url, close } = await serve(fake, { port: 0 });
  servers.defer(close);
  const external = await startPrism(`${url}/v1`, { folder, interfaceName: "external" });
  servers.defer(external.stop);
  const campaign = await startPrism(url, { folder, interfaceName: "campaign" });
  servers.defer(campaign.stop);
  const target = proxiedTarget(fake, { external, campaign });
  return (await findsPlantedFaults(target, fake)) && (await findsNoViolation(target));
}

/** Prism must find a fault in each interface; only then does a run without findings prove anything. */
async function findsPlantedFaults({ baseUrl, campaign, apiKey }: Target, fake: MockService): Promise<boolean> {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const prospects = `${campaign?.baseUrl}/v1/campaigns/${campaign?.id}/prospects-zap`;
  const body = JSON.stringify({ name: "Ravi", phone: "+910000000000" });
  // The contract says that ids are strings, and that the count is a number.
  fake.faults.inject({ operation: "listCategories", status: 200, body: { data: [{ id: 1 }] }, times: 1 });
  fake.faults.inject({ operation: "addProspect", status: 200, body: { success: true, added_count: "one" }, times: 1 });
  const isFoundInList = await findsFault(`${baseUrl}/categories`, { headers });
  const isFoundInProspect = await findsFault(prospects, { method: "POST", headers, body });
  return isFoundInList && isFoundInProspect;
}

async function findsFault(url: string, init: RequestInit): Promise<boolean> {
  const recorder = violationRecorder();
  await recorder.fetch(url, init);
  const isFound = recorder.violations.some(isFaultOfService);
  const { pathname } = new URL(url);
  console.log(`Prism: ${isFound ? "finds" : "does not find"} a response that was broken on purpose (${pathname}).`);
  return isFound;
}

async function findsNoViolation(target: Target): Promise<boolean> {
  const recorder = violationRecorder();
  const { baseUrl, apiKey, campaign } = target;
  const sdk = new CallAnalysis({ baseUrl, apiKey, campaignBaseUrl: campaign?.baseUrl, fetch: recorder.fetch });
  await callEveryMethod(sdk, campaign?.id ?? "");
  await runCases({ ...target, send: recorder.fetch }, { cases: validCases });
  const violations = recorder.violations.filter(isFaultOfService);
  for (const violation of violations) console.log(`Prism: ${violationAsText(violation)}`);
  console.log(`Prism: ${recorder.responses()} responses, ${violations.length} contract violations.`);
  return violations.length === 0;
}

/** Calls each of the client's operations with typical input. */
async function callEveryMethod(sdk: CallAnalysis, campaignId: string): Promise<void> {
  const agent = await sdk.agents.create({ name: "Validator's agent", email: "validator@example.com" });
  await sdk.agents.update(agent.id, { name: "Validator's renamed agent" });
  await sdk.agents.list();
  const categories = await sdk.categories.list();
  for (const { id } of categories) await sdk.categories.get(id);
  const fields = { memberId: agent.id, categoryId: categories[0]?.id ?? "" };
  const { callId } = await analyze(sdk, fields);
  await sdk.calls.getAnalysis(callId);
  await sdk.calls.create({ ...fields, memberId: agent.email, audio_url: "https://recordings.example.com/a.wav" });
  await sdk.campaigns.addProspect(campaignId, { name: "Validator's prospect", phone: "+910000000000", city: "Pune" });
  await sdk.agents.delete(agent.id);
}

function analyze(sdk: CallAnalysis, fields: { memberId: string; categoryId: string }) {
  const file = { file: sampleWav({ seconds: 2 }), filename: "validator.wav", contentType: "audio/wav" };
  const poll = { initialDelayMs: 1, intervalMs: 1 };
  return sdk.calls.analyzeFile({ ...fields, ...file, udfs: { crmId: "84113" }, date: "05/02/2026" }, { poll });
}

/** A fetch that collects the violations that Prism reports in a header of each response. */
function violationRecorder() {
  const violations: Violation[] = [];
  let responses = 0;
  const record: typeof globalThis.fetch = async (input, init) => {
    const response = await globalThis.fetch(input, init);
    const { method, url } = input instanceof Request ? input : { method: init?.method ?? "GET", url: String(input) };
    const reported: Pick<Violation, "location" | "message">[] = JSON.parse(
      response.headers.get("sl-violations") ?? "[]",
    );
    const request = `${method} ${new URL(url).pathname}`;
    const { status } = response;
    violations.push(...reported.map(({ location, message }) => ({ request, status, location, message })));
    responses += 1;
    return response;
  };
  return { fetch: record, violations, responses: () => responses };
}

/** Whether the service is at fault: its response is wrong, or it accepts a request that the document forbids. */
function isFaultOfService({ location, status }: Violation): boolean {
  return location[0] === "response" || status < 300;
}

function violationAsText({ request, status, location, message }: Violation): string {
  return `${request} → ${status}: ${location.join(".")}: ${message}`;
}

/** Prism's paths are those of the document, without the version segment of the external interface. */
function proxiedTarget(fake: MockService, { external, campaign }: Record<"external" | "campaign", PrismProxy>): Target {
  const target = fakeTarget(fake, { name: "http", send: globalThis.fetch });
  const { id = "", apiKey = "" } = target.campaign ?? {};
  return { ...target, baseUrl: external.url, campaign: { id, apiKey, baseUrl: campaign.url } };
}
