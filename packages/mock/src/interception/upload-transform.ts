import { pause } from "../core/pause.js";
import type { BodyTransform } from "../core/received-request.js";
import type { UploadFault } from "./fault.js";

/** An upload whose connection was made to break. */
export class UploadCut extends Error {
  override readonly name = "UploadCut";
}

/** Lets an upload come in as a fault says. */
export function uploadTransform(fault: UploadFault, signal?: AbortSignal): BodyTransform {
  return "cutAfterBytes" in fault ? cutAfter(fault.cutAfterBytes) : slowedTo(fault.bytesPerSecond, signal);
}

function cutAfter(bytes: number): BodyTransform {
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
function slowedTo(bytesPerSecond: number, signal?: AbortSignal): BodyTransform {
  return async function* (chunks) {
    for await (const chunk of chunks) {
      await pause((chunk.length / bytesPerSecond) * 1000, signal);
      yield chunk;
    }
  };
}
