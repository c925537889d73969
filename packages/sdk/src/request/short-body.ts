/** Tells a body that is read at once, because reading in chunks takes longer. For servers only. */

/** True for a body of at most `mostBytes`, by its Content-Length, and for one that was made in this process. */
export function isShort({ headers, url }: Pick<Response, "headers" | "url">, mostBytes: number): boolean {
  const sizeBytes = headers.get("content-encoding") ? null : headers.get("content-length");
  // Only a response that was made in this process has no URL.
  return sizeBytes === null ? !url : Number(sizeBytes) <= mostBytes;
}
