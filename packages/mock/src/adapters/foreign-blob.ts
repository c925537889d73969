/**
 * Supports the Blobs of jsdom and happy-dom, which replace `Blob` but not `Request`. That `Request` would send them as
 * "[object Blob]".
 */

/** The properties of every Blob, including jsdom's. */
type AnyBlob = Pick<Blob, "size" | "type" | "slice"> & Partial<Pick<Blob, "arrayBuffer" | "stream">>;

/** The options for a `Request` of this runtime. A body that is a foreign Blob is read into bytes. */
export async function withOwnBody(init: RequestInit | undefined): Promise<RequestInit | undefined> {
  if (!init) return undefined;
  const { body } = init;
  if (!isBlob(body) || isOwnBlob(body)) return init;
  const headers = new Headers(init.headers);
  if (body.type !== "" && !headers.has("content-type")) headers.set("content-type", body.type);
  return { ...init, headers, body: await bytesOf(body) };
}

function isBlob(body: unknown): body is AnyBlob {
  const { size, type, slice } = Object(body);
  return typeof size === "number" && typeof type === "string" && typeof slice === "function";
}

/**
 * A `Response` keeps the type of a Blob that the runtime itself made. It turns any other Blob into text, without a type
 * on Bun.
 * Node 20 throws for a Blob of jsdom 29, which has no `stream`.
 */
function isOwnBlob(body: AnyBlob): boolean {
  if (!body.stream) return false;
  const type = "application/x-own";
  return new Response(body.slice(0, 0, type)).headers.get("content-type") === type;
}

function bytesOf(body: AnyBlob): Promise<ArrayBuffer> {
  if (body.arrayBuffer) return body.arrayBuffer();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // `readAsArrayBuffer` gives a buffer; in a test environment it may be of another realm.
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer).buffer);
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(body as Blob);
  });
}
