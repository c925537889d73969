import type { Duplex } from "node:stream";

/** Answers what is no HTTP request, or has headers too large to read: Node itself would send no body. */
export function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(error.code === "HPE_HEADER_OVERFLOW" ? response(431, "Headers Too Large") : response(400, "Bad Request"));
}

function response(status: number, reason: string): string {
  const code = reason.toLowerCase().replaceAll(" ", "_");
  const body = JSON.stringify({ error: { code, message: "The request could not be read.", fields: [] } });
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    "Connection: close",
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}
