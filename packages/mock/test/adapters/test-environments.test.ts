import { expect, test, vi } from "vitest";
import { createMockService } from "../../src/index.js";
import { grant } from "../support/flow.js";
import { soon } from "../support/soon.js";

const headers = { authorization: "Bearer test-key" };

/** A signal that is no `AbortSignal` of Node, as jsdom has them. */
class OtherSignal extends EventTarget {
  aborted = false;
  reason: unknown;

  abort(reason: unknown): void {
    this.aborted = true;
    this.reason = reason;
    this.dispatchEvent(new Event("abort"));
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }
}

test("a signal of another kind than the runtime's ends a request", async () => {
  const service = createMockService();
  const gate = service.hold("listAgents");
  const signal = new OtherSignal();
  const init = { headers, signal: signal as unknown as AbortSignal };
  const listing = service.fetch(`${service.addresses.baseUrl}/agents`, init);
  await soon(gate.reached());
  signal.abort(new Error("enough"));
  await expect(listing).rejects.toThrow("enough");
  await expect(service.fetch(`${service.addresses.baseUrl}/agents`, init)).rejects.toThrow("enough");
  await expect.poll(() => gate.held).toBe(0);
});

test("an empty signal takes away that of the request, as with the global fetch", async () => {
  const service = createMockService();
  const { addresses, fetch } = service;
  const request = new Request(`${addresses.baseUrl}/agents`, { headers, signal: AbortSignal.abort() });
  await expect(fetch(request.clone())).rejects.toThrow();
  expect((await fetch(request, { signal: null })).status).toBe(200);
});

/** A Blob that is not of Node, as jsdom and Happy DOM have them. */
class OtherBlob {
  readonly size: number;
  readonly type: string;
  readonly #bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>, type: string) {
    this.size = bytes.length;
    this.type = type;
    this.#bytes = bytes;
  }

  slice(start: number, end: number, type: string): OtherBlob {
    if (end > start) throw new Error("A body is read as a whole.");
    return new OtherBlob(new Uint8Array(), type);
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#bytes.buffer;
  }
}

test.each([
  ["the type of the Blob", "audio/wav", {}],
  ["the type of the header", "text/plain", { "content-type": "audio/wav" }],
])("a Blob of another kind than the runtime's is sent as its bytes, with %s", async (_what, type, given) => {
  const service = createMockService();
  const { presignedUrl, publicUrl } = await grant(service);
  const bytes = new Uint8Array(3_000).fill(7);
  const body = new OtherBlob(bytes, type) as unknown as Blob;
  expect((await service.fetch(presignedUrl, { method: "PUT", headers: given, body })).status).toBe(200);
  expect(new Uint8Array(await (await service.fetch(publicUrl)).arrayBuffer())).toEqual(bytes);
});

const NodeResponse = Response;

/** A Response that gives no text its type. */
class BunResponse extends NodeResponse {
  constructor(content?: BodyInit | null, init?: ResponseInit) {
    super(content, init);
    if (!(content instanceof Blob) && !init) this.headers.delete("content-type");
  }
}

/** A Response that asks every Blob for its stream, as jsdom 29 on Node 20. */
class StreamingResponse extends NodeResponse {
  constructor(content?: BodyInit | null, init?: ResponseInit) {
    if (content && Object(content).arrayBuffer) Object(content).stream();
    super(content, init);
  }
}

test.each([BunResponse, StreamingResponse])("a Blob of another kind is sent as its bytes with a %o", async (other) => {
  const service = createMockService();
  const { presignedUrl, publicUrl } = await grant(service);
  const bytes = new Uint8Array(3_000).fill(7);
  const body = new OtherBlob(bytes, "") as unknown as Blob;
  vi.stubGlobal("Response", other);
  await service.fetch(presignedUrl, { method: "PUT", headers: { "content-type": "audio/wav" }, body });
  vi.unstubAllGlobals();
  expect(new Uint8Array(await (await service.fetch(publicUrl)).arrayBuffer())).toEqual(bytes);
});
