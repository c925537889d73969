/**
 * Lets Prism, which nobody here wrote, judge the fake: the client's own session and every documented case
 * go through it as a validating proxy, and no answer may depart from the document.
 */
import type { MockService } from "@call-analysis/mock";
import { type RunningServer, serve } from "@call-analysis/mock/server";
import { CallAnalysis } from "@call-analysis/sdk";
import { allCases } from "../cases/all-cases.ts";
import { runCases } from "../run/run-cases.ts";
import type { Target } from "../target.ts";
import { createFake, fakeTarget } from "../targets/fake.ts";
import { runClientSession } from "./client-session.ts";
import { installJudge } from "./install.ts";
import { type PrismProxy, startPrism } from "./prism-proxy.ts";
import { isFaultOfService, violationAsText, violationRecorder } from "./violations.ts";

/** Prism never answers a body that is no JSON, so it gets no cases of requests that must be refused. */
const validCases = allCases.filter(({ tag }) => tag === "documented" || tag === "assumed");

const folder = installJudge("@stoplight/prism-cli", "5.16.0");
if (folder === undefined) console.log("Prism: skipped, for @stoplight/prism-cli 5.16.0 cannot be installed here.");
else process.exitCode = await judge(folder);

async function judge(prismFolder: string): Promise<number> {
  const fake = createFake();
  const server = await serve(fake, { port: 0 });
  const external = await startPrism(prismFolder, `${server.url}/v1`);
  const campaign = await startPrism(prismFolder, server.url);
  try {
    const target = through(fake, { external, campaign });
    return (await noticesAFault(target, fake)) && (await findsNone(target)) ? 0 : 1;
  } finally {
    await stopAll(server, [external, campaign]);
  }
}

/** Prism must see a fault before its silence means anything. */
async function noticesAFault(target: Target, fake: MockService): Promise<boolean> {
  const recorder = violationRecorder();
  // The contract says that ids are strings.
  fake.faults.inject({ operation: "listCategories", status: 200, body: { data: [{ id: 1 }] }, times: 1 });
  await recorder.fetch(`${target.baseUrl}/categories`, { headers: { authorization: `Bearer ${target.apiKey}` } });
  const isSeen = recorder.violations.some(isFaultOfService);
  console.log(`Prism: ${isSeen ? "sees" : "does not see"} an answer that was broken on purpose.`);
  return isSeen;
}

async function findsNone(target: Target): Promise<boolean> {
  const recorder = violationRecorder();
  const { baseUrl, apiKey, campaign } = target;
  const sdk = new CallAnalysis({ baseUrl, apiKey, campaignBaseUrl: campaign?.baseUrl, fetch: recorder.fetch });
  await runClientSession(sdk, campaign?.id ?? "");
  await runCases({ ...target, fetch: recorder.fetch }, { cases: validCases });
  const faults = recorder.violations.filter(isFaultOfService);
  for (const violation of faults) console.log(`Prism: ${violationAsText(violation)}`);
  console.log(`Prism: ${recorder.answers()} answers, ${faults.length} departures from the document.`);
  return faults.length === 0;
}

/** Prism's routes are the document's paths, without the version segment of the external interface. */
function through(fake: MockService, { external, campaign }: Record<"external" | "campaign", PrismProxy>): Target {
  const target = fakeTarget(fake, { door: "http" });
  const { id = "", apiKey = "" } = target.campaign ?? {};
  return { ...target, baseUrl: external.url, campaign: { id, apiKey, baseUrl: campaign.url } };
}

async function stopAll(server: RunningServer, proxies: readonly PrismProxy[]): Promise<void> {
  for (const proxy of proxies) await proxy.stop();
  await server.close();
}
