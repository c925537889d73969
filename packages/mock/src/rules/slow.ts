/** The bandwidth of uploads. */
import { pause } from "../core/pause.js";
import type { BodyTransform } from "../core/received-request.js";

/** Delays each chunk of an upload; back-pressure slows the sender. */
export function slowTo(bytesPerSecond: number, signal?: AbortSignal): BodyTransform {
  return async function* (chunks) {
    for await (const chunk of chunks) {
      await pause((chunk.length / bytesPerSecond) * 1000, signal);
      yield chunk;
    }
  };
}
