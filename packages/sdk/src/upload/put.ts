/** One PUT of a recording: what each way to send gets, and gives. */
import type { Settings } from "../options.js";
import type { Recording } from "./recording.js";

/** Content-Length always; no bearer; no redirect followed. */
export interface Put {
  url: string;
  recording: Recording;
  signal: AbortSignal;
  settings: Settings;
  /** Told how many bytes were taken, as far as the runtime shows it. */
  onSent: (sentBytes: number) => void;
}

export interface StoreResponse {
  response: Pick<Response, "status" | "type" | "redirected" | "body" | "text"> & { headers: Pick<Headers, "get"> };
  /** False when the response came before every byte was taken. */
  isComplete: boolean;
}

/** A way to send a recording. */
export interface Sender {
  /** Whether the runtime has what this way needs. Your own `fetch` sends by itself. */
  isAvailable(settings: Pick<Settings, "hasOwnFetch">): boolean;
  /** Whether `onSent` reports before everything is sent. */
  showsProgress: boolean;
  send(put: Put): Promise<StoreResponse>;
}
