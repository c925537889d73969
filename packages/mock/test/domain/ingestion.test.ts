import { expect, test } from "vitest";
import { createMockService, type MockService, type Policies } from "../../src/index.js";
import { createCall, grant, put, readAnalysis, upload } from "../support/flow.js";
import { wav } from "../support/wav.js";

const bytesOf = (text: string) => new TextEncoder().encode(text);

function withPolicies(policies: Partial<Policies> = {}) {
  return createMockService({ policies, progression: { mode: "immediate" }, clock: { startAt: 0 } });
}

/** Creates a call of a recording, and tells how it ended. */
async function endOf(service: MockService, audio_url: string) {
  const callId = await createCall(service, { audio_url });
  const { status, analysis } = await readAnalysis(service, callId);
  const { failureReason } = service.engine.inspect(callId);
  return { status, hasAnalysis: analysis !== null, failureReason };
}

const failed = (failureReason: string) => ({ status: "failed", hasAnalysis: false, failureReason });
const completed = { status: "completed", hasAnalysis: true, failureReason: null };

test("a recording that was never uploaded fails", async () => {
  const service = withPolicies();
  const { publicUrl } = await grant(service);
  expect(await endOf(service, publicUrl)).toEqual(failed("Nothing was uploaded to the recording's address."));
});

test("an address of the store at which there never was an object fails", async () => {
  const service = withPolicies();
  const audioUrl = `${service.addresses.storageUrl}/recordings/upl_nowhere/a.wav`;
  expect(await endOf(service, audioUrl)).toEqual(failed("There is no object at the recording's address."));
});

test("a recording that has expired fails, and its public address gives 404", async () => {
  const service = withPolicies({ recordingLifetimeMs: 1_000 });
  const audioUrl = await upload(service);
  expect(await endOf(service, audioUrl)).toEqual(completed);
  service.clock.advance(1_001);
  expect(await endOf(service, audioUrl)).toEqual(failed("The recording has expired, and was deleted."));
  expect((await service.fetch(audioUrl)).status).toBe(404);
});

test("a call whose recording expires later keeps its analysis", async () => {
  const service = withPolicies({ recordingLifetimeMs: 1_000 });
  const callId = await createCall(service, { audio_url: await upload(service) });
  service.clock.advance(5_000);
  expect((await readAnalysis(service, callId)).status).toBe("completed");
});

test.each([
  ["fail", failed("The recording is empty.")],
  ["accept", completed],
] as const)("emptyRecordings %s says what becomes of a recording without bytes", async (emptyRecordings, expected) => {
  const service = withPolicies({ emptyRecordings });
  expect(await endOf(service, await upload(service, new Uint8Array()))).toEqual(expected);
});

const notAudio = failed("The recording is not audio.");
const noKnownFormat = failed("The recording is of no known audio format.");

test.each([
  ["off", "%PDF-1.7", completed],
  ["lenient", "%PDF-1.7", notAudio],
  ["strict", "%PDF-1.7", notAudio],
  ["lenient", "any bytes", completed],
  ["strict", "any bytes", noKnownFormat],
  ["lenient", "  <!DOCTYPE html><p>Not found</p>", notAudio],
  ["lenient", '<?xml version="1.0"?><Error/>', notAudio],
  ["lenient", "PK\u0003\u0004", notAudio],
] as const)("contentSniffing %s takes %j for what it is", async (contentSniffing, text, expected) => {
  const service = withPolicies({ contentSniffing });
  expect(await endOf(service, await upload(service, bytesOf(text)))).toEqual(expected);
});

test.each([
  ["WAV", [...wav()]],
  ["MP3 with a tag", [...bytesOf("ID3"), 4, 0, 0]],
  ["MP3 without a tag", [0xff, 0xfb, 0x90, 0x64]],
  ["FLAC", [...bytesOf("fLaC")]],
  ["Ogg", [...bytesOf("OggS")]],
  ["M4A", [0, 0, 0, 0x20, ...bytesOf("ftypM4A ")]],
  ["WebM", [0x1a, 0x45, 0xdf, 0xa3]],
  ["AMR", [...bytesOf("#!AMR\n")]],
])("with contentSniffing strict, %s is audio", async (_, bytes) => {
  const service = withPolicies({ contentSniffing: "strict" });
  expect(await endOf(service, await upload(service, Uint8Array.from(bytes)))).toEqual(completed);
});

test.each([
  [["invalid"], "https://recordings.invalid/a.wav", false],
  [["invalid"], "https://recordings.example.com/a.wav", true],
  [["example.com"], "https://recordings.example.com/a.wav", false],
  [["example.com"], "https://notexample.com/a.wav", true],
  [["*"], "https://anywhere.test/a.wav", false],
  [[], "https://recordings.invalid/a.wav", true],
])("with unreachableHosts %j, a recording at %s can be had: %s", async (unreachableHosts, audioUrl, isThere) => {
  const { hostname } = new URL(audioUrl);
  const expected = isThere ? completed : failed(`The recording's host ${hostname} cannot be reached.`);
  expect(await endOf(withPolicies({ unreachableHosts }), audioUrl)).toEqual(expected);
});

test("a second upload to the same address counts from then on", async () => {
  const service = withPolicies();
  const { presignedUrl, publicUrl } = await grant(service);
  await put(service, presignedUrl, bytesOf("%PDF-1.7"));
  await put(service, presignedUrl, wav());
  expect(await endOf(service, publicUrl)).toEqual(completed);
});
