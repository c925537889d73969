import { CallAnalysis, type UploadGrant } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { type ServeOptions, serve } from "../../src/adapters/server.js";
import { createMockService } from "../../src/index.js";
import { listening } from "../control/listening.js";
import { createCall, known } from "../support/flow.js";
import { type Route, routedFetch } from "../support/routed-fetch.js";
import { wav } from "../support/wav.js";

/** A server with a public URL, and a `fetch` that reaches it by that URL. */
async function reached(publicUrl: string, options: ServeOptions = {}, route: Omit<Route, "listeningUrl"> = {}) {
  const server = await listening({}, { publicUrl, ...options });
  const fetch = routedFetch({ listeningUrl: server.listeningUrl, ...route });
  return { ...server, fetch, service: { ...server.service, fetch } };
}

const withoutMock = (path: string) => path.replace(/^\/mock/, "");

test.each<[string, string, Omit<Route, "listeningUrl">]>([
  ["a proxy that ends TLS at another port, with another Host", "https://mock.example.com:8443", { host: "backend" }],
  ["a proxy that takes a path off", "https://example.com/mock", { path: withoutMock }],
  ["a proxy that leaves a path", "https://example.com/mock", {}],
])("a client goes through the whole flow by %s", async (_what, publicUrl, route) => {
  const { service, fetch } = await reached(publicUrl, {}, route);
  const sdk = new CallAnalysis({ ...service.clientOptions({ fast: true }), fetch, dangerouslyAllowHttp: true });
  const { agent, category, campaign } = known(service);
  const file = new Blob([wav({ seconds: 3 })], { type: "audio/wav" });
  const call = await sdk.calls.analyzeFile({ file, memberId: agent.id, categoryId: category.id });
  expect(call.metadata?.duration).toBe(3);
  expect(call.metadata?.audioUrl?.startsWith(`${publicUrl.replace(/\/$/, "")}/storage/recordings/`)).toBe(true);
  expect((await fetch(call.metadata?.audioUrl ?? "")).status).toBe(200);
  const prospect = await sdk.campaigns.addProspect(campaign.id, { name: "Ravi", phone: "1" });
  expect(prospect.success).toBe(true);
});

test("every address begins with the public URL, in the form that addresses have", async () => {
  const publicUrl = "HTTPS://Mock.Example.com:443/fake/";
  const { service, url, listeningUrl, fetch } = await reached(publicUrl);
  const root = "https://mock.example.com/fake";
  expect(url).toBe(root);
  expect(listeningUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(service.addresses).toEqual({
    baseUrl: `${root}/v1`,
    campaignBaseUrl: root,
    storageUrl: `${root}/storage`,
    controlUrl: `${root}/__mock__`,
  });
  expect(service.clientOptions()).toMatchObject({ baseUrl: `${root}/v1`, campaignBaseUrl: root });
  const document = await (await fetch(`${root}/__mock__/openapi.json`)).json();
  expect(document.servers).toEqual([{ url: `${root}/v1` }]);
  await createCall(service);
  const page = await (await fetch(`${root}/__mock__/`)).text();
  expect(page).toContain("npx call-analysis-mock");
  expect(page).not.toContain(new URL(listeningUrl).host);
});

test("a grant has the public URL whatever address the request came by, and its signature holds by both", async () => {
  const { service, listeningUrl, fetch } = await reached("https://example.com/mock");
  const init = {
    method: "POST",
    headers: { authorization: "Bearer test-key" },
    body: JSON.stringify({ filename: "a.wav", contentType: "audio/wav" }),
  };
  for (const baseUrl of [`${listeningUrl}/v1`, `${listeningUrl}/mock/v1`, "https://example.com/mock/v1"]) {
    const { data } = await (await fetch(`${baseUrl}/calls/presigned-url`, init)).json();
    const { presignedUrl } = data as UploadGrant;
    expect(presignedUrl.startsWith("https://example.com/mock/storage/")).toBe(true);
    const upload = { method: "PUT", headers: { "content-type": "audio/wav" }, body: wav() };
    const direct = presignedUrl.replace("https://example.com/mock", listeningUrl);
    expect((await fetch(presignedUrl, upload)).status).toBe(200);
    expect((await globalThis.fetch(direct, upload)).status).toBe(200);
    expect((await fetch(presignedUrl.replace("a.wav", "b.wav"), upload)).status).toBe(403);
  }
  expect(service.db.uploads.list()).toHaveLength(3);
});

test("control takes the Host and the Origin of the public URL and its own, and no others", async () => {
  const { listeningUrl } = await reached("https://mock.example.com/fake");
  const { host } = new URL(listeningUrl);
  const statusOf = async (headers: Record<string, string>, path = "/__mock__/state") => {
    const { host: sentHost, ...rest } = headers;
    const fetch = routedFetch({ listeningUrl, host: sentHost });
    return (await fetch(`${listeningUrl}${path}`, { headers: rest })).status;
  };
  const own: Record<string, string>[] = [
    { host: "mock.example.com" },
    { host: "Mock.Example.com:443" },
    { host },
    { host: "mock.example.com", origin: "https://mock.example.com" },
    { host, origin: "https://mock.example.com" },
    { host, origin: listeningUrl },
  ];
  for (const headers of own) expect([headers, await statusOf(headers)]).toEqual([headers, 200]);
  const foreign: Record<string, string>[] = [
    { host: "evil.test" },
    { host: "mock.example.com.evil.test" },
    { host: "mock.example.com:4010" },
    { host: "mock.example.com", origin: "http://mock.example.com" },
    { host: "mock.example.com", origin: "https://mock.example.com:4010" },
    { host: "mock.example.com", origin: "https://evil.test" },
    { host: "mock.example.com", origin: "null" },
  ];
  for (const headers of foreign) {
    expect([headers, await statusOf(headers)]).toEqual([headers, 403]);
    expect([headers, await statusOf(headers, "/fake/__mock__/state")]).toEqual([headers, 403]);
  }
});

test("the path of the public URL opens no way around the token", async () => {
  const { listeningUrl } = await reached("https://example.com/mock", { adminToken: "s3cret" });
  for (const prefix of ["", "/mock", "/mock/mock", "/mock/"]) {
    const response = await fetch(`${listeningUrl}${prefix}/__mock__/state`);
    expect([403, 404]).toContain(response.status);
  }
  const headers = { "x-admin-token": "s3cret" };
  expect((await fetch(`${listeningUrl}/mock/__mock__/state`, { headers })).status).toBe(200);
});

test("for other machines, control takes the public name and this machine's addresses, and refuses other names", async () => {
  const options = { host: "0.0.0.0", adminToken: "s3cret" };
  const { listeningUrl } = await reached("http://mock:4010", options);
  const statusOf = async (host: string, path: string, origin?: string) => {
    const headers = { "x-admin-token": "s3cret", ...(origin && { origin }) };
    return (await routedFetch({ listeningUrl, host })(listeningUrl + path, { headers })).status;
  };
  for (const host of ["mock:4010", "127.0.0.1:14010", "localhost:14010", "172.18.0.2:4010", "[fd00::2]:4010"]) {
    expect([host, await statusOf(host, "/__mock__/state")]).toEqual([host, 200]);
    expect([host, await statusOf(host, "/__mock__/state", `http://${host}`)]).toEqual([host, 200]);
    expect([host, await statusOf(host, "/__mock__/state", "http://evil.test")]).toEqual([host, 403]);
  }
  for (const host of ["evil.test", "evil.test:4010", "127.0.0.1.evil.test"]) {
    expect([host, await statusOf(host, "/__mock__/state", `http://${host}`)]).toEqual([host, 403]);
    // Whatever watches over containers asks by its own name.
    expect([host, await statusOf(host, "/__mock__/health")]).toEqual([host, 200]);
  }
});

test.each([
  "mock:4010",
  "ftp://mock",
  "",
  "https://mock.test/?a=1",
  "https://mock.test/#a",
  "https://user:s3cret@mock.test",
])("the public URL %j is refused without repeating it, and the service stays where it was", async (publicUrl) => {
  const service = createMockService();
  const serving = serve(service, { port: 0, publicUrl });
  await expect(serving).rejects.toThrow(TypeError);
  await expect(serving).rejects.toThrow(/^publicUrl: must be an http or https URL without user, [a-z, ]+$/);
  expect(service.addresses.baseUrl).toBe("https://api.call-analysis.test/v1");
});
