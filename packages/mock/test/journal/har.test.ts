import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { createMockService } from "../../src/index.js";
import { ask } from "../support/ask.js";
import { known } from "../support/flow.js";

test("an HTTP archive has an entry with the request and the response", async () => {
  const service = createMockService({ clock: { startAt: "2026-01-31T10:00:00Z" } });
  const body = { name: "Dev Patel", email: "dev.patel@example.com" };
  const reply = await ask(service, "POST /agents", { body });
  const { log } = service.journal.toHar();
  const { name, version } = packageJson;
  expect([log.version, log.creator, log.entries.length]).toEqual(["1.2", { name, version }, 1]);
  expect(log.entries[0]).toMatchObject({
    startedDateTime: "2026-01-31T10:00:00.000Z",
    request: {
      method: "POST",
      url: `${service.addresses.baseUrl}/agents`,
      postData: { text: JSON.stringify(body) },
    },
    response: { status: 201, content: { mimeType: "application/json", text: JSON.stringify(reply.body) } },
    comment: "createAgent",
  });
});

test("every field that the format demands is there", async () => {
  const service = createMockService();
  await ask(service, `PATCH /agents/${known(service).agent.id}`, { body: {} });
  const [entry] = service.journal.toHar().log.entries;
  const common = ["httpVersion", "cookies", "headers", "headersSize", "bodySize"];
  expect(Object.keys(entry ?? {})).toEqual(
    expect.arrayContaining(["startedDateTime", "time", "request", "response", "cache", "timings"]),
  );
  expect(Object.keys(entry?.request ?? {})).toEqual(
    expect.arrayContaining([...common, "method", "url", "queryString"]),
  );
  expect(Object.keys(entry?.response ?? {})).toEqual(
    expect.arrayContaining([...common, "status", "statusText", "content", "redirectURL"]),
  );
});
