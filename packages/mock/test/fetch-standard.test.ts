/** What the fetch standard says, on the fake's `fetch` and on the global one, side by side. */
import { beforeAll, describe, expect, test } from "vitest";
import { serve } from "../src/adapters/server.js";
import { createMockService, type MockService } from "../src/index.js";

const service = createMockService();
const listening = createMockService();
beforeAll(async () => {
  const { close } = await serve(listening, { port: 0 });
  return close;
});

/** Each `fetch`, with the service that it reaches. */
const kinds: [name: string, service: () => MockService, fetch: () => typeof globalThis.fetch][] = [
  ["the fake's fetch", () => service, () => service.fetch],
  ["the global fetch", () => listening, () => globalThis.fetch],
];

const headers = { authorization: "Bearer test-key", "content-type": "application/json" };
const body = JSON.stringify({ filename: "a.wav", contentType: "audio/wav" });

describe.each(kinds)("%s", (_, serviceOf, fetchOf) => {
  const at = (path: string) => `${serviceOf().clientOptions().baseUrl}${path}`;
  const post = () => new Request(at("/calls/presigned-url"), { method: "POST", headers, body });
  const fetch: typeof globalThis.fetch = (input, init) => fetchOf()(input, init);

  test("takes a text, a URL and a Request", async () => {
    for (const input of [at("/agents"), new URL(at("/agents")), new Request(at("/agents"))])
      expect((await fetch(input, { headers })).status).toBe(200);
  });

  test("uses up the body of a Request, also where the request is refused: it cannot be sent twice", async () => {
    for (const authorization of ["Bearer test-key", "Bearer wrong"]) {
      const request = post();
      request.headers.set("authorization", authorization);
      await fetch(request);
      expect(request.bodyUsed).toBe(true);
      await expect(fetch(request)).rejects.toThrow(TypeError);
    }
  });

  test("takes a Request whose clone was sent", async () => {
    const request = post();
    expect((await fetch(request.clone())).status).toBe(200);
    expect((await fetch(request)).status).toBe(200);
  });

  test("prefers the fields of init to those of a Request", async () => {
    const request = new Request(at("/agents"), { headers: { authorization: "Bearer wrong" } });
    expect((await fetch(request, { headers })).status).toBe(200);
  });

  test("refuses a body of GET, an unknown address and a signal that has aborted", async () => {
    await expect(fetch(at("/agents"), { body: "x" })).rejects.toThrow(TypeError);
    await expect(fetch("nowhere")).rejects.toThrow(TypeError);
    await expect(fetch(at("/agents"), { signal: AbortSignal.abort("gone") })).rejects.toBe("gone");
  });

  test("refuses a body of another length than its Content-Length says", async () => {
    const init = { method: "POST", headers: { ...headers, "content-length": String(body.length + 1) }, body };
    await expect(fetch(at("/calls/presigned-url"), init)).rejects.toThrow(TypeError);
  });

  test("lets a body be read once, and a clone besides", async () => {
    const response = await fetch(at("/agents"), { headers });
    const clone = response.clone();
    await response.json();
    await expect(response.text()).rejects.toThrow(TypeError);
    expect(await clone.json()).toHaveProperty("data");
  });

  test("ends a body that is being read when its signal aborts", async () => {
    const client = new AbortController();
    const response = await fetch(at("/agents"), { headers, signal: client.signal });
    client.abort("enough");
    await expect(response.text()).rejects.toBe("enough");
    const other = new AbortController();
    const byRequest = await fetch(new Request(at("/agents"), { headers, signal: other.signal }));
    other.abort();
    await expect(byRequest.text()).rejects.toMatchObject({ name: "AbortError" });
  });

  test("gives no body to HEAD, and headers in lower case", async () => {
    const response = await fetch(at("/agents"), { method: "HEAD", headers });
    const type = response.headers.get("Content-Type");
    expect([response.status, await response.text(), type]).toEqual([200, "", "application/json"]);
  });

  test("sends a Blob with its type, and a stream in chunks, which the store does not take", async () => {
    const { presignedUrl } = (await (await fetch(post())).json()).data;
    const blob = new Blob(["RIFF"], { type: "audio/wav" });
    expect((await fetch(presignedUrl, { method: "PUT", body: blob })).status).toBe(200);
    const stream = { method: "PUT", headers: { "content-type": "audio/wav" }, body: blob.stream(), duplex: "half" };
    const refused = await fetch(presignedUrl, stream as RequestInit);
    expect(refused.status).toBe(501);
    expect(await refused.text()).toContain("<Code>NotImplemented</Code>");
  });

  test("says where a response came from, and the text of its status", async () => {
    const { url, statusText } = await fetch(`${at("/agents")}?page=1#top`, { headers });
    expect([url, statusText]).toEqual([`${at("/agents")}?page=1`, "OK"]);
    expect((await fetch(at("/agents"))).statusText).toBe("Unauthorized");
  });

  test("gives an empty body that is used up by reading it, and none where there can be none", async () => {
    const { presignedUrl } = (await (await fetch(post())).json()).data;
    const init = { method: "PUT", headers: { "content-type": "audio/wav" }, body: "RIFF" };
    const stored = await fetch(presignedUrl, init);
    expect([stored.bodyUsed, await stored.text(), stored.bodyUsed]).toEqual([false, "", true]);
    const head = await fetch(at("/agents"), { method: "HEAD", headers });
    expect([head.body, await head.text(), head.bodyUsed]).toEqual([null, "", false]);
  });

  test("forty requests that share a signal warn of nothing", async () => {
    const warnings: unknown[] = [];
    const note = (warning: unknown) => void warnings.push(warning);
    process.on("warning", note);
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 40 }, () => fetch(at("/agents"), { headers, signal })));
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });
});
