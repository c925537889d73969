import { wrongSize } from "./body.js";
import type { Recording } from "./source.js";

/**
 * A recording as a Blob, which is sent with its length.
 *
 * @throws {ConfigurationError} when it has another size than was announced
 */
export async function blobOf(recording: Recording): Promise<Blob> {
  const blob = await recording.asBlob();
  if (blob.size !== recording.sizeBytes) throw wrongSize(recording.sizeBytes, String(blob.size));
  return blob;
}
