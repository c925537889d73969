import type { ServerResponse } from "node:http";
import type { ServiceResponse } from "../../core/message.js";
import { pause } from "../../core/pause.js";
import { bytesOf, firstHalf, piecesOf, slowChunkPauseMs } from "../delivery.js";

/** Sends an answer, in the way in which it is to arrive. */
export function send(response: ServerResponse, answer: ServiceResponse): void {
  if (response.destroyed || answer.delivery === "timeout") return;
  if (answer.delivery === "error") response.destroy();
  else if (answer.delivery === "reset") response.socket?.resetAndDestroy();
  else if (answer.delivery && answer.body !== null && response.req.method !== "HEAD") sendHarmed(response, answer);
  else sendWhole(response, answer);
}

function sendWhole(response: ServerResponse, { status, headers, body }: ServiceResponse): void {
  response.writeHead(status, status === 204 ? rawHeaders(headers) : rawHeaders(headers, Buffer.byteLength(body ?? "")));
  response.end(body ?? undefined);
}

function sendHarmed(response: ServerResponse, { status, headers, body, delivery }: ServiceResponse): void {
  const bytes = bytesOf(body ?? "");
  response.writeHead(status, rawHeaders(headers, bytes.length));
  if (delivery === "slow-chunks") sendSlowly(response, piecesOf(bytes)).catch(() => response.destroy());
  else response.write(firstHalf(bytes), () => delivery === "truncate" && response.destroy());
}

/** Names and values in turn, which Node writes as they are. A length among the headers goes before the body's own. */
function rawHeaders(headers: ServiceResponse["headers"], sizeBytes?: number): string[] {
  const raw: string[] = [];
  for (const name in headers) raw.push(name, headers[name] ?? "");
  if (sizeBytes !== undefined && headers["content-length"] === undefined) raw.push("content-length", String(sizeBytes));
  return raw;
}

async function sendSlowly(response: ServerResponse, pieces: readonly Uint8Array[]): Promise<void> {
  for (const piece of pieces) {
    await pause(slowChunkPauseMs);
    if (response.destroyed) return;
    response.write(piece);
  }
  response.end();
}
