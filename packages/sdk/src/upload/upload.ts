/** From a recording to a public address: a grant, asked for late, and the signed PUT. */
import type { UploadGrant, UploadUrlInput } from "../contract/types.js";
import { UploadError } from "../errors/flow-errors.js";
import type { Recording } from "./source.js";

/** A recording in the service's storage. */
export interface UploadedRecording {
  /** Storage key of the object. */
  key: string;
  /** To be passed as `audio_url` to `calls.create()`. */
  publicUrl: string;
  filename: string;
  contentType: string;
  sizeBytes: number;
}

/** The two requests of an upload. */
export interface UploadSteps {
  createUploadUrl(input: UploadUrlInput): Promise<UploadGrant>;
  put(grant: UploadGrant, recording: Recording): Promise<void>;
}

/**
 * Asks for a grant and uses it. A grant that the store refuses with 403 has expired or been revoked: a
 * second one is asked for, once.
 *
 * @throws {UploadError} when the store refuses the second grant too, or for another reason
 */
export async function uploadRecording(recording: Recording, steps: UploadSteps): Promise<UploadedRecording> {
  const { filename, contentType, sizeBytes } = recording;
  const upload = async () => {
    const grant = await steps.createUploadUrl({ filename, contentType });
    await steps.put(grant, recording);
    return { key: grant.key, publicUrl: grant.publicUrl, filename, contentType, sizeBytes };
  };
  try {
    return await upload();
  } catch (error) {
    if (!UploadError.is(error) || error.status !== 403 || !recording.isRepeatable) throw error;
    return upload();
  }
}
