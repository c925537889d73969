import type { ServerResponse } from "node:http";
import { bytesOf, dribblePauseMs, firstHalf, piecesOf } from "../delivery.js";
import { pause } from "../pause.js";
import type { Answer } from "../routes/exchange.js";

/** Sends an answer, in the way in which it is to arrive. */
export function send(response: ServerResponse, answer: Answer): void {
  if (response.destroyed || answer.delivery === "timeout") return;
  if (answer.delivery === "error") response.destroy();
  else if (answer.delivery === "reset") response.socket?.resetAndDestroy();
  else if (answer.delivery && answer.body !== null && response.req.method !== "HEAD") sendHarmed(response, answer);
  else sendWhole(response, answer);
}

function sendWhole(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, status === 204 ? rawHeaders(headers) : rawHeaders(headers, Buffer.byteLength(body ?? "")));
  response.end(body ?? undefined);
}

function sendHarmed(response: ServerResponse, { status, headers, body, delivery }: Answer): void {
  const bytes = bytesOf(body ?? "");
  response.writeHead(status, rawHeaders(headers, bytes.length));
  if (delivery === "dribble") dribble(response, piecesOf(bytes)).catch(() => response.destroy());
  else response.write(firstHalf(bytes), () => delivery === "truncate" && response.destroy());
}

/** Names and values in turn, which Node writes as they are. A length among the headers goes before the body's own. */
function rawHeaders(headers: Answer["headers"], sizeBytes?: number): string[] {
  const raw: string[] = [];
  for (const name in headers) raw.push(name, headers[name] ?? "");
  if (sizeBytes !== undefined && headers["content-length"] === undefined) raw.push("content-length", String(sizeBytes));
  return raw;
}

async function dribble(response: ServerResponse, pieces: readonly Uint8Array[]): Promise<void> {
  for (const piece of pieces) {
    await pause(dribblePauseMs);
    if (response.destroyed) return;
    response.write(piece);
  }
  response.end();
}
