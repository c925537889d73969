import { expect, test } from "vitest";
import { createMockService, type MockService } from "../../src/index.js";
import { createCall, readAnalysis, upload } from "../support/flow.js";

const bytesOf = (text: string) => new TextEncoder().encode(text);

function newService() {
  return createMockService({ progression: { mode: "immediate" }, clock: { startAt: 0 } });
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

test("an address of the store at which there never was an object fails", async () => {
  const service = newService();
  const audioUrl = `${service.addresses.storageUrl}/recordings/upl_nowhere/a.wav`;
  expect(await endOf(service, audioUrl)).toEqual(failed("There is no object at the recording's URL."));
});

const notAudio = failed("The recording is not audio.");

test.each([
  ["%PDF-1.7", notAudio],
  ["  <!DOCTYPE html><p>Not found</p>", notAudio],
  ['<?xml version="1.0"?><Error/>', notAudio],
  ["PK\u0003\u0004", notAudio],
  ["RIFF\u0000\u0000\u0000\u0000WEBP", notAudio],
  ["RIFF\u0000\u0000\u0000\u0000WAVE", completed],
  ["any bytes", completed],
])("a recording whose bytes are clearly something else fails: %j", async (text, expected) => {
  const service = newService();
  expect(await endOf(service, await upload(service, bytesOf(text)))).toEqual(expected);
});

test.each([
  ["https://recordings.invalid/a.wav", false],
  ["https://invalid/a.wav", false],
  ["https://recordings.example.com/a.wav", true],
  ["https://notinvalid/a.wav", true],
])("a recording at %s can be had: %s", async (audioUrl, isThere) => {
  const { hostname } = new URL(audioUrl);
  const expected = isThere ? completed : failed(`The recording's host ${hostname} cannot be reached.`);
  expect(await endOf(newService(), audioUrl)).toEqual(expected);
});
