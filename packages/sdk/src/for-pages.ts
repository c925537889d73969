/**
 * Replacements for browsers, which have no files and no `fetch` that sends a stream with its length, and which hide why
 * a request failed. This file is kept small.
 */
export { digestAtOnce as sha256 } from "./flow/digest-at-once.js";

import type { Fetching, Sending } from "./request/unrepeatable-body.js";
import type { Sender } from "./upload/put.js";
import { noFiles } from "./upload/recording.js";

export { ofStreams } from "./upload/page-stream-source.js";

export function reasonOf(failure: unknown): string {
  return String(Object(failure).message);
}

export async function ofFile(): Promise<never> {
  throw noFiles();
}

/** A page reads bodies in chunks. */
export function isShort(): boolean {
  return false;
}

/** Serializes ids, which are strings, as openapi-fetch does, without its styles for arrays and objects. */
export function defaultPathSerializer(path: string, ids: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(ids[name] ?? ""));
}

export function provesNothingSent(): boolean {
  return false;
}

/** A page cannot know what its `fetch` has sent. */
export function fetchOnce({ fetch }: Fetching, { request, init, wire }: Sending): Promise<Response> {
  wire.sent = true;
  return fetch(request.url, init);
}

export const streamSenders: readonly Sender[] = [];
