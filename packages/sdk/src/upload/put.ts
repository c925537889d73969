/** One PUT of a recording: the input and the result of each way to send it. */
import type { Settings } from "../options.js";
import type { Recording } from "./recording.js";

/** A PUT with a Content-Length and without an API key. A redirect is a failure, and only XMLHttpRequest follows it. */
export interface Put {
  url: string;
  recording: Recording;
  signal: AbortSignal;
  settings: Settings;
  /** Called with the number of bytes that were sent, if the runtime shows it. */
  onSent: (sentBytes: number) => void;
}

export interface StoreResponse {
  response: Pick<Response, "status" | "redirected" | "text"> &
    Partial<Pick<Response, "type" | "body">> & { headers: Pick<Headers, "get"> };
  /** False if the response came before all bytes were sent. */
  isComplete: boolean;
}

/** A way to send a recording. */
export interface Sender {
  /** Whether the runtime supports this way. Only some ways use the caller's own `fetch`. */
  isAvailable(settings: Pick<Settings, "hasOwnFetch">): boolean;
  /** Whether `onSent` reports before everything is sent. */
  showsProgress: boolean;
  send(put: Put): Promise<StoreResponse>;
}
