import { request } from "node:http";
import { expect, test } from "vitest";
import { known } from "../support/flow.js";
import { listening } from "./listening.js";

/** The status of a request whose headers are sent as they are; `fetch` would not let Host be set. */
function statusOf(url: string, path: string, headers: Record<string, string>, method = "GET"): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject).end();
  });
}

test("a foreign Host gets 403 from control, and not from the interface", async () => {
  const { url } = await listening();
  for (const host of ["evil.test", "127.0.0.1.evil.test", `evil.test:${new URL(url).port}`, "127.0.0.1"]) {
    const paths = ["/__mock__/health", "/__mock__/", "/__mock__/state", "/__mock__/nowhere"];
    const statuses = paths.map((path) => statusOf(url, path, { host }));
    expect([host, await Promise.all(statuses)]).toEqual([host, [403, 403, 403, 403]]);
    expect(await statusOf(url, "/v1/agents", { host })).toBe(401);
  }
});

test("the host of a whole address counts before the header", async () => {
  const { url } = await listening();
  const { host, hostname, port } = new URL(url);
  const statusAt = (path: string) =>
    new Promise((resolve, reject) => {
      const sent = request({ hostname, port, path, headers: { host } }, (response) =>
        resolve(response.resume().statusCode),
      );
      sent.on("error", reject).end();
    });
  expect(await statusAt("http://evil.test/__mock__/state")).toBe(403);
  expect(await statusAt(`${url}/__mock__/state`)).toBe(200);
});

test("the names of this machine are no foreign hosts", async () => {
  const { url } = await listening();
  const { port } = new URL(url);
  for (const name of ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"]) {
    expect([name, await statusOf(url, "/__mock__/health", { host: `${name}:${port}` })]).toEqual([name, 200]);
  }
});

test("a foreign Origin gets 403, also with --cors and beforehand; the server's own does not", async () => {
  const { url } = await listening({}, { cors: true });
  for (const origin of ["https://evil.test", "null", `https://${new URL(url).host}`, "http://localhost:1"]) {
    expect([origin, await statusOf(url, "/__mock__/state", { origin })]).toEqual([origin, 403]);
  }
  const preflight = { origin: "https://evil.test", "access-control-request-method": "POST" };
  expect(await statusOf(url, "/__mock__/reset", preflight, "OPTIONS")).toBe(403);
  expect(await statusOf(url, "/__mock__/state", { origin: url })).toBe(200);
});

test("with a token, control takes it as x-admin-token or as bearer, nothing else, and never repeats it", async () => {
  const { url, control } = await listening({}, { adminToken: "s3cret" });
  const badHeaders = [{}, { "x-admin-token": "s3cre" }, { "x-admin-token": "" }, { authorization: "Bearer test-key" }];
  for (const headers of badHeaders) expect(await statusOf(url, "/__mock__/state", headers as never)).toBe(403);
  const refused = await control("GET", "/state");
  expect(refused.body.error.message).toContain("x-admin-token");
  expect(JSON.stringify(refused.body)).not.toContain("s3cret");
  for (const headers of [{ "x-admin-token": "s3cret" }, { authorization: "Bearer s3cret" }]) {
    expect(await statusOf(url, "/__mock__/state", headers as never)).toBe(200);
  }
});

test("a page that is opened under another name of this machine is sent to the server's own address", async () => {
  const { url } = await listening();
  const { port } = new URL(url);
  for (const path of ["/__mock__/", "/__mock__/?x=1"]) {
    const headers = { redirect: "manual" } as const;
    const { status, headers: replied } = await fetch(`http://localhost:${port}${path}`, headers);
    expect([status, replied.get("location")]).toEqual([307, `${url}${path}`]);
  }
  expect((await fetch(`http://localhost:${port}/__mock__/health`, { redirect: "manual" })).status).toBe(200);
});

test("without control there is nothing below /__mock__/ but the health", async () => {
  const { url, control } = await listening({}, { admin: false });
  expect(await control("GET", "/health")).toEqual({ status: 200, body: { status: "ok" } });
  expect(await statusOf(url, "/__mock__/health", {}, "HEAD")).toBe(200);
  for (const path of ["/state", "/", "/health/x"])
    expect([path, (await control("GET", path)).status]).toEqual([path, 404]);
  expect((await control("POST", "/health")).status).toBe(404);
});

test("with a token, the health, the redirect and the page need none, and the page has no data then", async () => {
  const { url, service } = await listening({}, { adminToken: "s3cret" });
  for (const path of ["/__mock__/health", "/__mock__/", "/__mock__"]) {
    expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
  }
  const page = await (await fetch(`${url}/__mock__/`)).text();
  expect(page).not.toContain(known(service).category.name);
  for (const path of ["/journal", "/events", "/calls", "/openapi.json", "/healthy"]) {
    expect([path, await statusOf(url, `/__mock__${path}`, {})]).toEqual([path, 403]);
  }
  expect(await statusOf(url, "/__mock__/", {}, "POST")).toBe(403);
  expect(await statusOf(url, "/__mock__/", { host: "evil.test" })).toBe(403);
});

test("on all network interfaces a token lets other hosts in; the addresses in responses are this machine's", async () => {
  const { url, service } = await listening({}, { host: "0.0.0.0", adminToken: "s3cret" });
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(service.addresses.baseUrl).toBe(`${url}/v1`);
  const headers = { "x-admin-token": "s3cret", host: "mock:4010" };
  expect(await statusOf(url, "/__mock__/health", headers)).toBe(200);
  expect(await statusOf(url, "/__mock__/health", { ...headers, origin: "https://evil.test" })).toBe(403);
  expect(await statusOf(url, "/__mock__/health", { host: "mock:4010" })).toBe(200);
  expect(await statusOf(url, "/__mock__/state", { host: "mock:4010" })).toBe(403);
});

test("a query that looks like an open path opens nothing", async () => {
  const { url } = await listening({}, { adminToken: "s3cret" });
  for (const query of ["/__mock__", "/__mock__/health", "a=/__mock__", "/__mock__/"]) {
    expect([query, await statusOf(url, `/__mock__/state?${query}`, {})]).toEqual([query, 403]);
  }
});
