/** Requests of every kind, as a fake has them in its journal: what is copied from them must run. */
import type { Fault, JournalEntry, MockService, Rule } from "@call-analysis/mock";
import { CallAnalysis } from "@call-analysis/sdk";

/** Texts that break code, shells and pages that do not expect them. */
export const hostileText = `'"\`\${process.exit(7)}\\ $(exit 8) </script><img src=x onerror=alert(1)>\n\u202e# */ é 🎧`;

/** Sends the requests to a service that is served, and returns its journal, and the rules that it has then. */
export async function recordRequests(service: MockService): Promise<{ entries: JournalEntry[]; rules: Rule[] }> {
  const sdk = new CallAnalysis({ ...service.clientOptions({ fast: true }), retry: false, timeoutMs: 2_000 });
  await successes(service, sdk);
  await refusals(service, sdk);
  await faults(service, sdk);
  await rules(service, sdk);
  return { entries: service.journal.entries(), rules: service.rules.list() };
}

async function successes(service: MockService, sdk: CallAnalysis): Promise<void> {
  const { memberId, categoryId } = idsOf(service);
  await sdk.agents.list();
  await sdk.categories.list();
  await sdk.categories.get(categoryId);
  const agent = await sdk.agents.create({ name: hostileText, email: "asha@example.com" });
  await sdk.agents.update(agent.id, { name: "Asha Rao" });
  await sdk.agents.delete(agent.id);
  const { publicUrl } = await sdk.calls.upload(new Blob(["RIFF"], { type: "audio/wav" }), { filename: "a b.wav" });
  await fetch(publicUrl).then((response) => response.arrayBuffer());
  const udfs = { note: hostileText, ["__proto__"]: { "not an identifier": [1, null, true] } };
  const fields = { memberId, categoryId, audio_url: publicUrl };
  const { callId } = await sdk.calls.create({ ...fields, udfs, date: "2026-10-01" });
  await sdk.calls.getAnalysis(callId);
  await sdk.calls.getAnalysis(callId);
  await sdk.calls.getAnalysis(callId);
  const failed = await sdk.calls.create(fields);
  service.engine.fail(failed.callId);
  await sdk.calls.getAnalysis(failed.callId);
  const [campaign] = service.db.campaigns.list();
  await sdk.campaigns.addProspect(campaign?.id ?? "", { name: "Ravi", phone: "+919812345678", city: "Pune" });
}

async function refusals(service: MockService, sdk: CallAnalysis): Promise<void> {
  const { memberId, categoryId, email } = idsOf(service);
  const { baseUrl, campaignBaseUrl, apiKey } = service.clientOptions();
  const audio_url = "https://example.com/call.wav";
  await Promise.allSettled([
    sdk.agents.create({ name: "Asha", email }),
    sdk.agents.delete("nobody"),
    sdk.calls.getAnalysis("no call"),
    sdk.calls.create({ memberId: "nobody", categoryId, audio_url }),
    sdk.calls.create({ memberId, categoryId: "nothing", audio_url }),
    sdk.calls.create({ memberId, categoryId, audio_url, date: "yesterday" }),
    sdk.campaigns.addProspect("no campaign", { name: "Ravi", phone: "+919812345678" }),
    sdk.withOptions({ apiKey: "another-key" }).agents.list(),
  ]);
  const send = (url: string, init: RequestInit) =>
    fetch(url, { ...init, headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" } });
  await send(`${baseUrl}/calls`, { method: "POST", body: JSON.stringify({ memberId: 7, udfs: hostileText }) });
  await send(`${baseUrl}/agents`, { method: "POST", body: `{ not JSON: ${hostileText}` });
  await send(`${baseUrl}/nothing/here`, { method: "PUT", body: "[1, 2]" });
  await send(`${baseUrl}/agents`, { method: "HEAD" });
  await send(`${campaignBaseUrl}/v1/campaigns/x/prospects-zap`, { method: "POST", body: "[]" });
  await fetch(`${service.addresses.storageUrl}/recordings/none/call.wav`);
  await fetch(`${service.addresses.storageUrl}/recordings/none/call.wav`, { method: "PUT", body: "RIFF" });
}

async function faults(service: MockService, sdk: CallAnalysis): Promise<void> {
  const { memberId, categoryId } = idsOf(service);
  const call = { memberId, categoryId, audio_url: "https://example.com/call.wav" };
  service.faults.inject({ operation: "createCall", status: 503, times: 1 });
  service.faults.inject({ operation: "listAgents", sequence: [{ network: "reset" }, { body: "malformed" }] });
  service.faults.inject({ operation: "getCategory", body: "truncate", latencyMs: 1, times: 1 });
  service.faults.inject({ operation: "deleteAgent", body: "empty", times: 1 });
  service.faults.inject({ operation: "listCategories", status: 429, retryAfter: 1, times: 1 });
  service.faults.inject({ upload: { cutAfterBytes: 1 }, times: 1 });
  await Promise.allSettled([sdk.calls.create(call)]);
  await Promise.allSettled([sdk.agents.list()]);
  await Promise.allSettled([sdk.agents.list()]);
  await Promise.allSettled([sdk.categories.get(categoryId)]);
  await Promise.allSettled([sdk.agents.delete(memberId)]);
  await Promise.allSettled([sdk.categories.list()]);
  await Promise.allSettled([sdk.calls.upload(new Blob(["RIFF"]), { filename: "a.wav" })]);
}

/** Rules of every kind: most are used up by the request that they are about, and some stay. */
async function rules(service: MockService, sdk: CallAnalysis): Promise<void> {
  const { memberId, categoryId } = idsOf(service);
  const other = service.db.agents.list()[2]?.id ?? "";
  const call = { memberId, categoryId, audio_url: "https://example.com/call.wav" };
  const impatient = sdk.withOptions({ timeoutMs: 500 });
  const createCall = (client = sdk, fields = {}) => client.calls.create({ ...call, ...fields });
  const meet = async (fault: Fault, send: () => Promise<unknown>) => {
    service.faults.inject({ ...fault, times: 1 } as Fault);
    await Promise.allSettled([send()]);
  };
  await meet({ operation: "createCall", network: "error", when: "after" }, () => createCall());
  await meet({ operation: "createCall", status: 503, when: "after" }, () => createCall());
  await meet({ operation: "createCall", network: "timeout" }, () => createCall(impatient));
  await meet({ operation: "createCall", network: "error", latencyMs: 1 }, () => createCall());
  await meet({ operation: "createCall", latencyMs: 1, when: "after" }, () => createCall());
  await meet({ operation: "getCategory", body: "stall" }, () => impatient.categories.get(categoryId));
  await meet({ operation: "listAgents", status: 200, body: { data: [] } }, () => sdk.agents.list());
  await meet({ operation: "listAgents", status: 404, body: "<h1>Not here</h1>" }, () => sdk.agents.list());
  await meet({ upload: { bytesPerSecond: 1_000_000 } }, () =>
    sdk.calls.upload(new Blob(["RIFF"]), { filename: "a.wav" }),
  );
  await meet({ operation: "readRecording", status: 503 }, () =>
    fetch(`${service.addresses.storageUrl}/recordings/x/a.wav`),
  );
  service.use("listCategories", () => new Response(null, { status: 500 }), { times: 1 });
  await Promise.allSettled([sdk.categories.list()]);
  for (const client of [sdk, impatient]) {
    const gate = service.hold("createCall");
    const held = createCall(client).catch(() => {});
    await (client === sdk ? gate.reached() : held);
    while (client !== sdk && gate.held > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    gate.release();
    await held;
  }
  service.seed({
    rules: [
      {
        when: { operation: "createCall", match: { memberId: other, udfs: { vip: true } } },
        then: { break: { network: "error", when: "after" } },
        probability: 1,
      },
      {
        when: { operation: "listCategories" },
        then: {
          sequence: [{ respond: { status: 503 } }, "pass", { respond: { status: 429, retryAfter: 1 } }, { delayMs: 1 }],
        },
      },
      { when: { match: { udfs: { tier: "gold" } } }, then: { end: { complete: { score: 91 }, afterPolls: 0 } } },
      { when: { operation: "createCall", match: { udfs: { tier: "lead" } } }, then: { end: { fail: "No speech." } } },
      { when: { operation: "createCall", match: { udfs: { tier: "none" } } }, then: { end: { stall: true } } },
      { when: { operation: "getCallAnalysis", match: { filename: "vip.wav" } }, then: { respond: { status: 502 } } },
      { when: { operation: "updateAgent", match: { memberId: other } }, then: { respond: { status: 409 } } },
    ],
  });
  await Promise.allSettled([createCall(sdk, { memberId: other, udfs: { vip: true, note: hostileText } })]);
  for (let time = 0; time < 3; time += 1) await Promise.allSettled([sdk.categories.list()]);
  for (const tier of ["gold", "lead", "none"]) {
    const { callId } = await createCall(sdk, { udfs: { tier } });
    await sdk.calls.getAnalysis(callId);
  }
  const { callId } = await createCall(sdk, { audio_url: "https://example.com/vip.wav" });
  await Promise.allSettled([sdk.calls.getAnalysis(callId)]);
  await Promise.allSettled([sdk.agents.update(other, { name: "Asha" })]);
}

function idsOf(service: MockService) {
  const [agent] = service.db.agents.list().filter(({ isActive }) => isActive);
  const [category] = service.db.categories.list();
  return { memberId: agent?.id ?? "", email: agent?.email ?? "", categoryId: category?.id ?? "" };
}
