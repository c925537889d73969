import { connect } from "node:net";
import { expect, test, vi } from "vitest";
import { type RequestLogEntry, serve } from "../../src/adapters/server.js";
import { createMockService } from "../../src/index.js";
import { listening } from "../control/listening.js";
import { grant, put } from "../support/flow.js";

/** Writes text to the server as it is, and gives all that comes back until the connection ends. */
function sendRaw(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(answer));
  });
}

test("responses do not repeat the Host header", async () => {
  const { url } = await listening();
  const body = JSON.stringify({ filename: "a.wav", contentType: "audio/wav" });
  const head = "Host: evil.test\r\nAuthorization: Bearer test-key\r\nConnection: close";
  const request = `POST /v1/calls/presigned-url HTTP/1.1\r\n${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const answer = await sendRaw(url, request);
  expect(answer).toContain(`${url}/storage/`);
  expect(answer).not.toContain("evil.test");
});

test("a path may be written as a whole address, as proxies do", async () => {
  const { url } = await listening();
  const head = "Host: x\r\nAuthorization: Bearer test-key\r\nConnection: close";
  const answer = await sendRaw(url, `GET http://other.test/v1/agents HTTP/1.1\r\n${head}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test("an upload that says no length gets 411, in the form of S3", async () => {
  const { service, url } = await listening();
  const { pathname, search } = new URL((await grant(service)).presignedUrl);
  const head = "Host: x\r\nContent-Type: audio/wav\r\nConnection: close";
  const answer = await sendRaw(url, `PUT ${pathname}${search} HTTP/1.1\r\n${head}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 411 [\s\S]*<Code>MissingContentLength<\/Code>/);
});

test("a connection that breaks in the middle of an upload leaves nothing behind", async () => {
  const { service, url } = await listening();
  const { presignedUrl, publicUrl } = await grant(service);
  const { pathname, search } = new URL(presignedUrl);
  const head = "Host: x\r\nContent-Type: audio/wav\r\nContent-Length: 1000";
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  await new Promise((resolve) => socket.write(`PUT ${pathname}${search} HTTP/1.1\r\n${head}\r\n\r\nabc`, resolve));
  const gone = new Promise((resolve) => socket.once("close", resolve));
  socket.resetAndDestroy();
  await gone;
  expect((await fetch(publicUrl)).status).toBe(404);
  expect(service.db.uploads.list()).toMatchObject([{ recording: null }]);
  const reason = "The client ended the request before the response.";
  expect(await service.journal.waitFor({ operation: "uploadRecording" })).toMatchObject({ status: null, reason });
});

test("a probe by HTTP/1.0, which names no host, gets the health", async () => {
  const { url } = await listening();
  expect(await sendRaw(url, "GET /__mock__/health HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 200 .*\{"status":"ok"\}$/s);
});

test("a port to which no browser connects is told at the start", async () => {
  const warn = vi.spyOn(process, "emitWarning").mockReturnValue();
  await listening({}, { port: 10080 });
  await listening();
  expect(warn.mock.calls).toEqual([["Browsers and fetch refuse to connect to port 10080. Choose another --port."]]);
});

test("`onRequest` is called once for each request, with its path and without its query", async () => {
  const entries: RequestLogEntry[] = [];
  const { service } = await listening({}, { onRequest: (entry) => entries.push(entry) });
  const { presignedUrl } = await grant(service);
  await put(service, presignedUrl);
  await expect.poll(() => entries.map(({ method, status }) => `${method} ${status}`)).toEqual(["POST 200", "PUT 200"]);
  expect(JSON.stringify(entries)).not.toMatch(/Signature|test-key/);
});

/** Node gives an answer the status 200 before it is written, and the log had that status for broken connections. */
test("a request that was not answered is logged with the status 0", async () => {
  const entries: RequestLogEntry[] = [];
  const { url, close, service } = await listening({}, { onRequest: (entry) => entries.push(entry) });
  service.faults.inject({ network: "reset" });
  await expect(fetch(`${url}/v1/agents`)).rejects.toThrow(TypeError);
  await close();
  expect(entries.map(({ status }) => status)).toEqual([0]);
});

test("a host that is not loopback is refused without a token, because others could reach control", async () => {
  const service = createMockService();
  for (const host of ["0.0.0.0", "::", "192.168.1.2", "127.0.0.1.evil.test"]) {
    await expect(serve(service, { port: 0, host })).rejects.toThrow(`The host "${host}" is not loopback`);
  }
  await expect(serve(service, { port: 0, adminToken: "" })).rejects.toThrow("adminToken: must be visible ASCII");
});

test("a port that is taken is an error, and the service stays where it was", async () => {
  const { url } = await listening();
  const other = createMockService();
  await expect(serve(other, { port: Number(new URL(url).port) })).rejects.toThrow(/EADDRINUSE/);
  expect(other.addresses.baseUrl).toBe("https://api.call-analysis.test/v1");
});

test("closing ends connections that are open, and can be done twice", async () => {
  const { url, close } = await listening();
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const ended = new Promise((resolve) => socket.once("close", resolve));
  await new Promise((resolve) => socket.once("connect", resolve));
  await Promise.all([close(), close()]);
  await ended;
  await expect(fetch(`${url}/__mock__/health`)).rejects.toThrow();
});
