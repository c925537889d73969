import type { components } from "@call-analysis/sdk";
import type { CaseContext } from "../case.ts";
import { isSuccess } from "../contract/response-check.ts";
import { assert } from "../contract-violation.ts";
import type { RecordedResponse } from "../recording-client.ts";

type UploadGrant = components["schemas"]["UploadGrant"];

const wavHeaderBytes = 44;
const wavSampleRate = 8_000;

/** What an upload sends. */
export interface PutRecordingOptions {
  bytes?: Uint8Array<ArrayBuffer>;
  contentType?: string;
  authorization?: string;
}

/** Requests a signed address to upload a recording to. */
export async function grantUpload({ client }: CaseContext, contentType = "audio/wav"): Promise<UploadGrant> {
  return (await client.expectSuccess("createUploadUrl", { body: { filename: "contract-test.wav", contentType } })).data;
}

/** PUTs bytes to a signed address. The upload may succeed or fail. */
export function putRecording(
  { client }: CaseContext,
  address: string,
  { bytes = sampleWav(), contentType = "audio/wav", authorization }: PutRecordingOptions = {},
): Promise<RecordedResponse> {
  const headers = { "content-type": contentType, ...(authorization === undefined ? {} : { authorization }) };
  return client.sendTo("uploadRecording", address, { method: "PUT", headers, body: bytes });
}

/** Uploads a recording, which must succeed. */
export async function uploadRecording(context: CaseContext, options: PutRecordingOptions = {}): Promise<UploadGrant> {
  const grant = await grantUpload(context, options.contentType);
  const upload = await putRecording(context, grant.presignedUrl, options);
  assert(isSuccess(upload), "The signed address accepts the recording that it was granted for.");
  return grant;
}

/** Reads a recording's public address, without a key. */
export function readRecording({ client }: CaseContext, address: string): Promise<RecordedResponse> {
  return client.sendTo("readRecording", address, {});
}

/** A WAV with one channel and eight bits. Each pitch gives another tone. @param options.pitch 1 to 100 */
export function sampleWav({ seconds = 1, pitch = 1 } = {}): Uint8Array<ArrayBuffer> {
  const sampleCount = Math.round(seconds * wavSampleRate);
  const bytes = new Uint8Array(wavHeaderBytes + sampleCount);
  writeHeader(new DataView(bytes.buffer), sampleCount);
  const samples = bytes.subarray(wavHeaderBytes);
  // A second of the tone, and copies of it: a sine for each sample takes longer than most cases do.
  const computed = Math.min(wavSampleRate, sampleCount);
  for (let index = 0; index < computed; index += 1) {
    samples[index] = 128 + Math.round(60 * Math.sin((index * pitch) / 20));
  }
  for (let filled = computed; filled < sampleCount; filled *= 2) samples.copyWithin(filled, 0, filled);
  return bytes;
}

function writeHeader(view: DataView, sampleCount: number): void {
  writeText(view, 0, "RIFF");
  view.setUint32(4, wavHeaderBytes - 8 + sampleCount, true);
  writeText(view, 8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, wavSampleRate, true);
  view.setUint32(28, wavSampleRate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  writeText(view, 36, "data");
  view.setUint32(40, sampleCount, true);
}

function writeText(view: DataView, position: number, text: string): void {
  for (let index = 0; index < text.length; index += 1) view.setUint8(position + index, text.charCodeAt(index));
}
