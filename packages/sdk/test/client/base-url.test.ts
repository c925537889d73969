import { CallAnalysis, ConfigurationError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { checkRows } from "../support/check-rows.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { agentList, prospectAdded } from "../support/samples.ts";
import { clientOf } from "../support/test-client.ts";

const apiKey = "key";
const withBase = (name: string, address: unknown) =>
  new CallAnalysis({ apiKey, baseUrl: "https://service.test/v1", [name]: address });

const allowed = [
  "https://host/v1",
  "https://host:8443/a/b/v1",
  "http://localhost:4010/v1",
  "http://LOCALHOST/v1",
  "http://api.localhost/v1",
  "http://127.0.0.1:4010/v1",
  "http://127.9.8.7/v1",
  "http://127.1/v1",
  "http://[::1]:4010/v1",
];

const refused = [
  "http://host/v1",
  "http://127.0.0.1.host.test/v1",
  "http://localhost.host.test/v1",
  "http://0.0.0.0/v1",
  "http://10.0.0.1/v1",
  "http://[::2]/v1",
  "http://notlocalhost/v1",
  "ftp://host/v1",
  "file:///v1",
  "data:text/plain,v1",
  "host/v1",
  "/v1",
  "not an address",
  "https://",
  "https://host/v1?key=1",
  "https://host/v1#part",
  "https://user@host/v1",
  new URL("https://host/v1"),
  42,
];

/** A row for each option that holds a base address, and each of these. */
const rowsOf = (addresses: unknown[]) =>
  ["baseUrl", "campaignBaseUrl"].flatMap((name) =>
    addresses.map((address) => [`${name} ${address}`, name, address] as const),
  );

test("a base address may be https, or plain http on this machine", async () => {
  await checkRows(rowsOf(allowed), withBase);
});

test("any other base address is a ConfigurationError that names its option", async () => {
  await checkRows(rowsOf(refused), (name, address) => {
    const construct = () => withBase(name, address);
    expect(construct).toThrow(ConfigurationError);
    expect(construct).toThrow(new RegExp(`^${name}: expected `));
  });
});

test.each(["", undefined])("a baseUrl that is %j is missed at construction", (baseUrl) => {
  const construct = () => new CallAnalysis({ apiKey, baseUrl });
  expect(construct).toThrow(/^baseUrl is missing/);
});

test("slashes at the end of a base address make no difference", async () => {
  const { fetch, calls } = oneOffFetch(Response.json(agentList), Response.json(prospectAdded));
  const sdk = new CallAnalysis({ apiKey, fetch, baseUrl: "https://a.test/x/v1//", campaignBaseUrl: "https://b.test/" });
  await sdk.agents.list();
  await sdk.campaigns.addProspect("spring", {});
  expect(calls.map(({ url }) => url)).toEqual([
    "https://a.test/x/v1/agents",
    "https://b.test/v1/campaigns/spring/prospects-zap",
  ]);
});

test("dangerouslyAllowHttp allows plain http beyond this machine, for the interface and for the store", async () => {
  const grant = { key: "k", presignedUrl: "http://store.test/k?s=1", publicUrl: "http://store.test/k" };
  const puts: string[] = [];
  const fetch = async (url: string, { method, body }: RequestInit) => {
    if (method !== "PUT") return Response.json({ data: grant });
    puts.push(url);
    await new Response(body).arrayBuffer();
    return new Response();
  };
  const baseUrl = "http://fake.test:4010/v1";
  expect(() => clientOf({ baseUrl }, { fetch })).toThrow("dangerouslyAllowHttp");
  const sdk = clientOf({ baseUrl }, { fetch, dangerouslyAllowHttp: true });
  await sdk.calls.upload(new Uint8Array(8), { filename: "a.wav" });
  expect(puts).toEqual([grant.presignedUrl]);
});
