import { expect, test } from "vitest";
import { pathsBelow } from "../../src/core/addresses.js";
import { createMockService, type MockService } from "../../src/index.js";
import { adapterOf } from "../../src/service.js";
import { ask } from "../support/ask.js";
import { createCall, grant, known, put, readAnalysis, upload } from "../support/flow.js";
import { wav } from "../support/wav.js";

const [there, elsewhere] = ["http://127.0.0.1:4010", "https://mock.example.com/fake"];

const below = (root: string) => ({
  baseUrl: `${root}/v1`,
  campaignBaseUrl: root,
  storageUrl: `${root}/storage`,
  controlUrl: `${root}/__mock__`,
});

/** A service with a call that has ended, one that has not, and one of a recording that never came. */
async function withCalls() {
  const service = createMockService(below(there));
  const uploaded = async () => createCall(service, { audio_url: await upload(service, wav({ seconds: 7 })) });
  const ended = await uploaded();
  service.engine.settle();
  const underWay = await uploaded();
  const neverUploaded = await createCall(service, { audio_url: (await grant(service)).publicUrl });
  return { service, ids: { ended, underWay, neverUploaded } };
}

type CallIds = Awaited<ReturnType<typeof withCalls>>["ids"];

async function endsOf(service: MockService, { ended, underWay, neverUploaded }: CallIds) {
  service.engine.settle();
  const [first, second] = [await readAnalysis(service, ended), await readAnalysis(service, underWay)];
  return {
    scores: [first.analysis.score, second.analysis.score],
    seconds: [first.metadata.duration, second.metadata.duration],
    neverUploaded: (await readAnalysis(service, neverUploaded)).status,
    recording: (await ask(service, `GET ${service.addresses.controlUrl}/calls/${ended}/recording`)).status,
  };
}

const atOtherAddress: [how: string, move: (service: MockService) => MockService][] = [
  ["of a state that another service restores", (service) => createCopy(service, elsewhere)],
  [
    "of a service that moves",
    (service) => {
      adapterOf(service).listenAt(below(elsewhere));
      return service;
    },
  ],
];

test.each(atOtherAddress)("calls %s to another address keep their recordings and their ends", async (_, move) => {
  const { service, ids } = await withCalls();
  const before = await endsOf(createCopy(service, there), ids);
  expect(before).toMatchObject({ seconds: [7, 7], neverUploaded: "failed", recording: 200 });
  expect(await endsOf(move(service), ids)).toEqual(before);
});

/** Another service with the same state. */
function createCopy(service: MockService, root: string): MockService {
  const copy = createMockService(below(root));
  copy.restore(service.snapshot());
  return copy;
}

const spellings: [spelling: string, of: (address: string) => string][] = [
  ["localhost", (address) => address.replace("127.0.0.1", "localhost")],
  ["localhost and a dot", (address) => address.replace("127.0.0.1", "localhost.")],
  ["[::1]", (address) => address.replace("127.0.0.1", "[::1]")],
  ["a scheme in capitals", (address) => address.replace("http:", "HTTP:")],
  ["a port with a zero before it", (address) => address.replace(":4010", ":04010")],
  ["a user", (address) => address.replace("//", "//user@")],
  ["a query and a fragment", (address) => `${address}?download=1#start`],
  ["a dot in its path", (address) => address.replace("/storage/", "/./storage/")],
  ["a letter percent-encoded", (address) => address.replace("call-0193", "%63all-0193")],
];

test.each(spellings)("the address of an upload with %s is still that upload's", async (_, spelled) => {
  const service = createMockService({ ...below(there), progression: { mode: "immediate" } });
  const { presignedUrl, publicUrl } = await grant(service);
  const audio_url = spelled(publicUrl);
  const early = await createCall(service, { audio_url });
  expect((await readAnalysis(service, early)).status).toBe("failed");
  await put(service, presignedUrl, wav({ seconds: 7 }));
  const { metadata } = await readAnalysis(service, await createCall(service, { audio_url }));
  expect(metadata).toMatchObject({ audioUrl: audio_url, duration: 7 });
});

test("an address at another host, another port or beside the storage is not the storage's", () => {
  const pathOf = pathsBelow("http://127.0.0.1:4010/storage");
  expect(pathOf(new URL("http://127.0.0.1:4010/storage/recordings/a.wav"))).toBe("recordings/a.wav");
  expect(pathOf(new URL("http://127.0.0.2:4010/storage/recordings/a.wav"))).toBeUndefined();
  expect(pathOf(new URL("http://localhost:4011/storage/recordings/a.wav"))).toBeUndefined();
  expect(pathOf(new URL("http://localhost:4010/storages/recordings/a.wav"))).toBeUndefined();
  const pathOfOther = pathsBelow("https://mock.example.com");
  expect(pathOfOther(new URL("https://mock.example.com:443/a.wav"))).toBe("a.wav");
});

test.each([" https://a.example/a.wav", "https://a.example/a.wav\n", "https://a.exa\tmple/a.wav"])(
  "the address %j is refused, for parsers would leave out a part of it",
  async (audio_url) => {
    const service = createMockService();
    const { agent, category } = known(service);
    const body = { memberId: agent.id, categoryId: category.id, audio_url };
    const reply = await ask(service, "POST /calls", { body });
    expect(reply).toMatchObject({ status: 400, body: { error: { fields: [{ path: "audio_url" }] } } });
  },
);
