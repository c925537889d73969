/** Tells a body that is read at once, because reading in chunks takes longer. For servers only. */

/** Whether the body is known to have at most so many bytes, or was made in this process. */
export function isShort({ headers, url }: Pick<Response, "headers" | "url">, mostBytes: number): boolean {
  const sizeBytes = headers.get("content-encoding") ? null : headers.get("content-length");
  return sizeBytes === null ? !url : Number(sizeBytes) <= mostBytes;
}
