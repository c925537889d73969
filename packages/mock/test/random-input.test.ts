import { type Operation, operations } from "@call-analysis/sdk/operations";
import fc from "fast-check";
import { expect, test } from "vitest";
import { operationNames } from "../src/core/operations.js";
import { createMockService } from "../src/index.js";
import { adapterOf } from "../src/service.js";
import { createCall, grant, known } from "./support/flow.js";

const controlUrl = "https://control.call-analysis.test/__mock__";

type Route = readonly [base: "baseUrl" | "campaignBaseUrl" | "storageUrl" | "controlUrl", method: string, path: string];

/** Every route, with the base address that it is below. */
const routes: readonly Route[] = [
  ...Object.values<Operation>(operations).map(
    ({ target, method, path }): Route => [
      target ? "campaignBaseUrl" : "baseUrl",
      method,
      path.replace(/\{\w+\}/, "{id}"),
    ],
  ),
  ["storageUrl", "PUT", "/recordings/{id}/{id}"],
  ["storageUrl", "GET", "/recordings/{id}/{id}"],
  ["controlUrl", "GET", "/health"],
  ["controlUrl", "POST", "/reset"],
  ["controlUrl", "GET", "/state"],
  ["controlUrl", "PUT", "/state"],
  ["controlUrl", "GET", "/clock"],
  ["controlUrl", "POST", "/clock/advance"],
  ["controlUrl", "POST", "/engine/rules"],
  ["controlUrl", "GET", "/calls/{id}"],
  ["controlUrl", "POST", "/calls/{id}/complete"],
  ["controlUrl", "POST", "/calls/{id}/fail"],
  ["controlUrl", "POST", "/faults"],
  ["controlUrl", "DELETE", "/faults"],
  ["controlUrl", "GET", "/journal"],
  ["controlUrl", "DELETE", "/journal"],
  ["controlUrl", "GET", "/"],
];

const names = [
  ...["name", "email", "phone", "memberId", "categoryId", "audio_url", "udfs", "date", "filename", "contentType"],
  ...["ms", "match", "complete", "fail", "stall", "afterMs", "afterPolls", "reason", "outcomeLabel", "score"],
  ...["sections", "extractions", "operation", "times", "probability", "when", "latencyMs", "status", "body"],
  ...["retryAfter", "network", "upload", "version", "seed", "clock", "organizations", "scenario", "policies"],
  ...["progression", "mock:status", "__proto__", "constructor"],
];

const values = fc.oneof(
  fc.jsonValue(),
  fc.string().map((text) => `https://example.com/${encodeURIComponent(text)}`),
  fc.emailAddress(),
  fc.integer({ min: -1, max: 700 }),
  fc.constantFrom("2026-01-31", "audio/wav", "reset", "truncate", "before", true, {}, [], { bytesPerSecond: 1 }),
  fc.constantFrom(...operationNames),
);

const bodies = fc.oneof(
  fc.string(),
  fc.json(),
  fc.dictionary(fc.constantFrom(...names), values).map((fields) => JSON.stringify(fields)),
);

const requests: fc.Arbitrary<RandomRequest> = fc.record({
  route: fc.constantFrom(...routes),
  method: fc.option(fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"), { freq: 8 }),
  ids: fc.array(fc.oneof(fc.constantFrom("member", "category", "call", "campaign"), fc.string()), { maxLength: 2 }),
  query: fc.oneof(fc.constant(""), fc.constantFrom("?X-Signature=a&X-Expires=1", "?status=x", "?a=%zz"), fc.string()),
  key: fc.constantFrom("test-key", "test-key", "test-key", "wrong", ""),
  body: bodies,
});

interface RandomRequest {
  route: Route;
  /** Null for the route's own. */
  method: string | null;
  ids: string[];
  query: string;
  key: string;
  body: string;
}

/** A service with something in it, and its control interface. */
async function start() {
  const service = createMockService({ policies: { storageErrorFormat: "json" }, journal: { maxEntries: 1 } });
  adapterOf(service).listenAt({ ...service.addresses, controlUrl });
  const { agent, category, campaign } = known(service);
  await grant(service);
  const ids = { member: agent.id, category: category.id, campaign: campaign.id, call: await createCall(service) };
  return { service, ids: new Map(Object.entries(ids)) };
}

function send({ service, ids }: Awaited<ReturnType<typeof start>>, request: RandomRequest): Promise<Response> {
  const [base, method, template] = request.route;
  const given = request.ids.map((id) => ids.get(id) ?? id);
  const path = template.replaceAll("{id}", () => encodeURIComponent(given.shift() ?? "none"));
  const address = `${{ controlUrl, ...service.addresses }[base]}${path}${request.query}`;
  const asked = request.method ?? method;
  const headers = { authorization: `Bearer ${request.key}`, "content-type": "audio/wav" };
  return service.fetch(address, { method: asked, headers, body: asked === "GET" ? null : request.body });
}

async function expectSound(response: Response): Promise<void> {
  const text = await response.text();
  const isRefused = response.status >= 400;
  expect([response.status < 500, text]).toEqual([true, text]);
  if (isRefused) expect(JSON.parse(text)).toBeTypeOf("object");
}

test("random input to every route gives a 2xx or a JSON 4xx", async () => {
  const started = await start();
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      await expectSound(await send(started, request));
      started.service.faults.clear();
    }),
    { numRuns: 500 },
  );
});
