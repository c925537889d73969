import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** What a client sent. */
export interface RecordedRequest {
  method: string;
  /** As on the request line, undecoded. */
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
  /** When it was read, in milliseconds on the clock of `performance.now()`. */
  atMs: number;
}

/** How a scripted service meets one request. */
export type ScriptedResponse = (response: ServerResponse, request: RecordedRequest) => void | Promise<void>;

type HeaderTable = Record<string, string>;

export function json(status: number, body: unknown, headers: HeaderTable = {}): ScriptedResponse {
  return text(status, JSON.stringify(body), { "content-type": "application/json", ...headers });
}

export function text(status: number, body: string, headers: HeaderTable = {}): ScriptedResponse {
  return (response) => {
    response.writeHead(status, headers).end(body);
  };
}

export function html(status: number, body = "<!doctype html><h1>Bad gateway</h1>"): ScriptedResponse {
  return text(status, body, { "content-type": "text/html" });
}

export function empty(status: number, headers: HeaderTable = {}): ScriptedResponse {
  return text(status, "", headers);
}

/** Bytes as they are, then the end of the connection. */
export function raw(bytes: string): ScriptedResponse {
  return (response) => {
    response.socket?.end(bytes);
  };
}

/** No response, ever. */
export function stall(): ScriptedResponse {
  return () => {};
}

/** Headers and the beginning of a body, and then nothing more. */
export function stallMidBody(status = 200): ScriptedResponse {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json" }).write('{"data":');
  };
}

/** Half of a body whose whole length was announced, then a reset. */
export function halfBody(status: number, body: unknown): ScriptedResponse {
  return async (response) => {
    const whole = JSON.stringify(body);
    response.writeHead(status, { "content-type": "application/json", "content-length": String(whole.length) });
    response.write(whole.slice(0, whole.length / 2));
    await sleep(20);
    response.socket?.resetAndDestroy();
  };
}

/** A body longer or shorter than its Content-Length, and the end of the connection. */
export function wrongLength(status: number, body: string, announcedBytes: number): ScriptedResponse {
  return raw(`HTTP/1.1 ${status} X\r\ncontent-length: ${announcedBytes}\r\nconnection: close\r\n\r\n${body}`);
}

/** A body that never ends. */
export function endless(status: number, headers: HeaderTable = {}): ScriptedResponse {
  return (response) => {
    const block = Buffer.alloc(64 * 1024, "x");
    const write = () => {
      while (!response.destroyed && response.write(block));
    };
    response.writeHead(status, { "content-type": "text/plain", ...headers }).on("drain", write);
    write();
  };
}
