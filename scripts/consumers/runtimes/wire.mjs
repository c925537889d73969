// Goes through the whole flow, uploads a recording from each kind of source, and sends one write of each kind. Resolves to
// what came of each, by its name.
import { CallAnalysis } from "@call-analysis/sdk";
import wholeFlow from "./whole-flow.mjs";

const sizeBytes = 300_000;
const bytes = new Uint8Array(sizeBytes).fill(7);
const options = { filename: "call.wav" };
/** More than the buffers between a client and a service hold. */
const largeSizeBytes = 30_000_000;

function streamOf() {
  let sentBytes = 0;
  const pull = (controller) => {
    if (sentBytes >= sizeBytes) return controller.close();
    controller.enqueue(bytes.slice(sentBytes, sentBytes + 50_000));
    sentBytes += 50_000;
  };
  return new ReadableStream({ pull });
}

const sources = {
  bytes: () => bytes,
  blob: () => new Blob([bytes]),
  file: () => new File([bytes], "call.wav"),
  stream: () => ({ stream: streamOf(), sizeBytes }),
  open: () => ({ open: streamOf, sizeBytes }),
};
const call = { memberId: "mem_1", categoryId: "cat_1", audio_url: "https://recordings.example.com/a.wav" };
const creations = {
  call: ({ calls }) => calls.create(call),
  agent: ({ agents }) => agents.create({ name: "Asha", email: "asha@example.com" }),
  prospect: ({ campaigns }) => campaigns.addProspect("spring", { name: "Ravi", phone: "+911" }),
};

/**
 * @param origin of a service that has an address for each name, such as `/bytes/v1`
 * @param baseUrl of a fake that is served
 * @param path of a recording of 300,000 bytes, where the runtime has files
 */
export default async (origin, baseUrl, path) => {
  const clientOf = (name, retry) => {
    const base = `${origin}/${name}`;
    return new CallAnalysis({ apiKey: "test-key", baseUrl: `${base}/v1`, campaignBaseUrl: base, retry });
  };
  const outcomes = {};
  const note = async (name, work) => {
    outcomes[name] = await work.then(
      () => "done",
      (error) => error.code ?? String(error),
    );
  };
  const all = path ? { ...sources, path: () => ({ path }) } : sources;
  for (const [name, source] of Object.entries(all))
    await note(name, clientOf(name, false).calls.upload(source(), options));
  // The store responds before it has read anything.
  const early = clientOf("early", false).calls;
  await note("early", early.upload(new Uint8Array(largeSizeBytes), { ...options, timeoutMs: 3_000 }));
  await note("update", clientOf("update").agents.update("mem_1", { name: "Asha" }));
  for (const [name, create] of Object.entries(creations)) {
    await note(name, create(clientOf(name)));
    // The service reads it, and closes the connection.
    await note(`${name}-closed`, create(clientOf(`${name}-closed`)));
  }
  return { ...outcomes, flows: await wholeFlow(baseUrl) };
};
