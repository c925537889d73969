import { pause } from "../pause.js";
import type { BodyPassage } from "../routes/received-request.js";
import type { UploadFault } from "./fault.js";

/** An upload whose connection was made to break. */
export class UploadCut extends Error {
  override readonly name = "UploadCut";
}

/** Lets an upload come in as a fault says. */
export function uploadPassage(fault: UploadFault, signal?: AbortSignal): BodyPassage {
  return "cutAfterBytes" in fault ? cutAfter(fault.cutAfterBytes) : slowedTo(fault.bytesPerSecond, signal);
}

function cutAfter(bytes: number): BodyPassage {
  return async function* (chunks) {
    let sizeBytes = 0;
    for await (const chunk of chunks) {
      sizeBytes += chunk.length;
      if (sizeBytes > bytes) throw new UploadCut(`The upload was cut after ${bytes} bytes.`);
      yield chunk;
    }
  };
}

/** Time passes after each piece: whoever sends cannot be faster than what takes. */
function slowedTo(bytesPerSecond: number, signal?: AbortSignal): BodyPassage {
  return async function* (chunks) {
    for await (const chunk of chunks) {
      await pause((chunk.length / bytesPerSecond) * 1000, signal);
      yield chunk;
    }
  };
}
