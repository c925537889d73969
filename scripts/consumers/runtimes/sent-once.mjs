// A list, and then a create on the same connection. Arguments: the service's address, and "client" or "fetch".
import { CallAnalysis } from "@call-analysis/sdk";

const [baseUrl, sender] = process.argv.slice(2);
const call = { memberId: "mem_1", categoryId: "cat_1", audio_url: "https://recordings.example.com/a.wav" };

async function byClient() {
  const sdk = new CallAnalysis({ apiKey: "test-key", baseUrl, retry: false });
  await sdk.agents.list();
  await sdk.calls.create(call);
}

async function byFetch() {
  await (await fetch(`${baseUrl}/agents`)).text();
  const response = await fetch(`${baseUrl}/calls`, { method: "POST", body: JSON.stringify(call) });
  return `status ${response.status}`;
}

const outcome = await (sender === "client" ? byClient() : byFetch()).catch((error) => error.code ?? error.name);
console.log(outcome ?? "created");
