import type { components } from "@call-analysis/sdk";
import type { CaseContext } from "../context/case-context.ts";
import { must } from "../departure.ts";
import { type Exchange, isSuccess } from "../exchange/exchange.ts";
import { wav } from "./wav.ts";

type UploadGrant = components["schemas"]["UploadGrant"];

/** What is PUT to a signed address. */
export interface UploadOptions {
  bytes?: Uint8Array<ArrayBuffer>;
  contentType?: string;
  authorization?: string;
}

/** Asks for an address to upload a recording to. */
export async function grantUpload({ client }: CaseContext, contentType = "audio/wav"): Promise<UploadGrant> {
  return (await client.ask("createUploadUrl", { body: { filename: "contract-test.wav", contentType } })).data;
}

/** PUTs bytes to a signed address, whatever comes of it. */
export function putRecording(
  { client }: CaseContext,
  address: string,
  { bytes = wav(), contentType = "audio/wav", authorization }: UploadOptions = {},
): Promise<Exchange> {
  const headers = { "content-type": contentType, ...(authorization === undefined ? {} : { authorization }) };
  return client.exchange("uploadRecording", address, { method: "PUT", headers, body: bytes });
}

/** Uploads a recording. */
export async function uploadRecording(context: CaseContext, options: UploadOptions = {}): Promise<UploadGrant> {
  const grant = await grantUpload(context, options.contentType);
  const upload = await putRecording(context, grant.presignedUrl, options);
  must(isSuccess(upload), "The signed address takes the recording that it was granted for.");
  return grant;
}

/** Reads a public address, without a key. */
export function readRecording({ client }: CaseContext, address: string): Promise<Exchange> {
  return client.exchange("readRecording", address, {});
}
