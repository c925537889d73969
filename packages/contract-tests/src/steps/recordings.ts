import type { components } from "@call-analysis/sdk";
import type { CaseContext } from "../case.ts";
import { isSuccess } from "../contract/response-check.ts";
import { assert } from "../contract-violation.ts";
import type { RecordedResponse } from "../recording-client.ts";

type UploadGrant = components["schemas"]["UploadGrant"];

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
  const header = Buffer.from("RIFF....WAVEfmt ....................data....", "latin1");
  header.writeUInt32LE(header.length - 8 + sampleCount, 4);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(wavSampleRate, 24);
  header.writeUInt32LE(wavSampleRate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.writeUInt32LE(sampleCount, 40);
  // A second of the tone is filled in again and again: a sine for each sample takes longer than most cases do.
  const tone = Buffer.from(Array.from({ length: wavSampleRate }, (_, at) => 128 + 60 * Math.sin((at * pitch) / 20)));
  return new Uint8Array(Buffer.concat([header, Buffer.alloc(sampleCount, tone)]));
}
