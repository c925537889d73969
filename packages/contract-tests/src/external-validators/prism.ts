/**
 * Validates the fake with Prism, a tool that this project did not write. Every documented case talks to the fake
 * through Prism as a validating proxy, and no response may violate the document.
 */
import type { MockService } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";
import { allCases } from "../cases/all-cases.ts";
import { runCases } from "../run/run-cases.ts";
import { createFake, fakeTarget } from "../targets/fake.ts";
import type { Target } from "../targets/target.ts";
import { installPackages } from "./install.ts";
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

const installation = installPackages("@stoplight/prism-cli@5.16.0");
if (installation === undefined) console.log("Prism: skipped, because it cannot be installed here.");
else process.exitCode = (await isValid(installation)) ? 0 : 1;

async function isValid(folder: string): Promise<boolean> {
  const fake = createFake();
  const server = await serve(fake, { port: 0 });
  const proxies: PrismProxy[] = [];
  try {
    const external = await startPrism(`${server.url}/v1`, { folder, interfaceName: "external" });
    proxies.push(external);
    const campaign = await startPrism(server.url, { folder, interfaceName: "campaign" });
    proxies.push(campaign);
    const target = proxiedTarget(fake, { external, campaign });
    return (await findsPlantedFaults(target, fake)) && (await findsNoViolation(target));
  } finally {
    for (const proxy of proxies) await proxy.stop();
    await server.close();
  }
}

/** Prism must find a fault of each interface before its silence means anything. */
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
  await runCases({ ...target, fetch: recorder.fetch }, { cases: validCases });
  const violations = recorder.violations.filter(isFaultOfService);
  for (const violation of violations) console.log(`Prism: ${violationAsText(violation)}`);
  console.log(`Prism: ${recorder.responses()} responses, ${violations.length} contract violations.`);
  return violations.length === 0;
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
  const target = fakeTarget(fake, { name: "http" });
  const { id = "", apiKey = "" } = target.campaign ?? {};
  return { ...target, baseUrl: external.url, campaign: { id, apiKey, baseUrl: campaign.url } };
}
