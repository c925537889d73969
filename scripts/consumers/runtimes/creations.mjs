// Sends creations, and prints an outcome for each.
// Arguments: the sender, such as "client", "fetch undici7" or "msw msw2"; then JSON: [{ creation, origin, isFirst }], where the
// first request to an origin follows no list on the same connection.
import { CallAnalysis } from "@call-analysis/sdk";

const [kind, library] = process.argv[2].split(" ");
const requests = JSON.parse(process.argv[3]);
// The services' certificates are their own.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";

const call = { memberId: "mem_1", categoryId: "cat_1", audio_url: "https://recordings.example.com/a.wav" };
const creations = {
  call: (sdk) => sdk.calls.create(call),
  agent: (sdk) => sdk.agents.create({ name: "Asha", email: "asha@example.com" }),
  prospect: (sdk) => sdk.campaigns.addProspect("spring", { name: "Ravi", phone: "+911" }),
};

async function byClient({ creation, origin, isFirst }) {
  const addresses = { baseUrl: `${origin}/v1`, campaignBaseUrl: origin };
  const sdk = new CallAnalysis({ apiKey: "test-key", retry: false, ...addresses, ...ownFetch });
  if (!isFirst) await sdk.agents.list();
  await creations[creation](sdk);
}

async function byFetch({ origin }) {
  await (await fetch(`${origin}/v1/agents`)).text();
  await fetch(`${origin}/v1/calls`, { method: "POST", body: JSON.stringify(call) });
}

/** The client's option where the caller brings undici's own `fetch`. */
let ownFetch = {};

/** Makes the global fetch go through an agent of undici: one that also repeats POSTs, or a proxy of the environment. */
async function useAgent() {
  const { Agent, EnvHttpProxyAgent, RetryAgent, fetch, setGlobalDispatcher } = await import(library);
  const agent = new Agent({ allowH2: true });
  if (kind === "own") ownFetch = { fetch: (url, init) => fetch(url, { ...init, dispatcher: agent }) };
  const repeatsAll = { methods: ["GET", "POST"], minTimeout: 1, maxRetries: 2 };
  const agents = { retry: () => new RetryAgent(agent, repeatsAll), proxy: () => new EnvHttpProxyAgent() };
  setGlobalDispatcher(agents[kind]?.() ?? agent);
}

async function useMsw() {
  const { setupServer } = await import(`${library}/node`);
  setupServer().listen({ onUnhandledRequest: "bypass", onUnhandledFrame: "bypass" });
}

if (library) await (kind === "msw" ? useMsw() : useAgent());
const send = kind === "fetch" ? byFetch : byClient;
const outcomes = [];
for (const request of requests) {
  const outcome = await send(request).then(
    () => "done",
    (error) => (error.requestSent === false ? `${error.code}, not sent` : (error.code ?? error.name)),
  );
  outcomes.push(outcome);
}
console.log(JSON.stringify(outcomes));
// Agents keep connections open.
process.exit(0);
