import { tracingChannel } from "node:diagnostics_channel";
import type { CallAnalysis, ClientOptions } from "@call-analysis/sdk";
import { expect, onTestFinished } from "vitest";
import { textsOf } from "../support/texts-of.ts";
import { json, type RecordingService, refuse, test } from "../upload/recording-service.js";
import { exportedText, recordSpans } from "./recorded-spans.ts";

/** All that must never be shown, wherever it comes from. */
const secrets = [
  "key-of-the-test",
  "secret-1",
  "secret-2",
  "header-secret-77",
  "user-of-proxy",
  "words of a caller",
  "Because.",
];
const spoken = new TextEncoder().encode("RIFF words of a caller");
const input = { file: spoken, filename: "a.wav", memberId: "m", categoryId: "c", udfs: { note: "words of a caller" } };
const poll = { initialDelayMs: 0, intervalMs: 0, toleratedFailures: 0 };

type Run = (service: RecordingService, sdk: (options?: ClientOptions) => CallAnalysis) => unknown;

const echo = "Bearer key-of-the-test, header-secret-77, http://user-of-proxy:pw@proxy.test/?signature=secret-1";

const cases: [string, Run][] = [
  ["a flow in which all is well", (_service, sdk) => sdk().calls.analyzeFile(input, { poll })],
  [
    "a refused and renewed grant, whose store quotes the signature",
    (service, sdk) => {
      service.answer("puts", refuse(403, "signature=secret-1"), refuse(400, "secret-2"));
      return sdk().calls.analyzeFile(input, { poll });
    },
  ],
  [
    "an error body that quotes the key and the headers",
    (service, sdk) => {
      service.answer("creates", json(400, { error: { message: echo } }));
      return sdk().calls.analyzeFile(input, { poll });
    },
  ],
  [
    "a fetch that fails with the request in its message and its cause",
    (_service, sdk) => {
      const fetch = () => Promise.reject(new TypeError(echo, { cause: new Error(echo) }));
      return sdk({ fetch }).calls.analyzeFile(input, { poll });
    },
  ],
  [
    "a middleware that throws the key",
    (_service, sdk) =>
      sdk({
        middleware: [
          () => {
            throw Object.assign(new Error(echo), { name: echo, key: echo });
          },
        ],
      }).calls.analyzeFile(input, { poll }),
  ],
  [
    "a middleware that adds a query",
    (_service, sdk) =>
      sdk({
        middleware: [(request, next) => next(new Request(`${request.url}?signature=secret-1`, request))],
      }).calls.getAnalysis("call-1"),
  ],
  [
    "a refused upload to a signed address that has the key in its path",
    (service, sdk) => {
      const presignedUrl = `${service.url}/store/key-of-the-test/a?signature=secret-1`;
      service.answer("grants", json(200, { data: { key: "k", presignedUrl, publicUrl: "https://store.test/a" } }));
      service.answer("puts", refuse(400));
      return sdk().calls.analyzeFile(input, { poll });
    },
  ],
  ["an id that is the key by mistake", (_service, sdk) => sdk().calls.getAnalysis("key-of-the-test")],
  [
    "a batch with its own keys",
    async (service, sdk) => {
      service.answer("creates", json(500, { message: echo }));
      const inputs = [{ ...input, key: "words of a caller" }];
      for await (const _ of sdk().calls.analyzeFiles(inputs, { poll }));
    },
  ],
];

test.for(cases)("neither spans nor messages show a secret: %s", async ([, run], { service }) => {
  const { spans } = recordSpans();
  const messages = recordMessages();
  const sdk = (options?: ClientOptions) =>
    service.client({
      retry: { maxAttempts: 2, initialDelayMs: 0 },
      headers: { "x-tenant": "header-secret-77" },
      ...options,
    });
  await Promise.resolve(run(service, sdk)).catch(() => {});
  const shown = [exportedText(spans()), ...messages.flatMap(textsOf)];
  expect(spans().length).toBeGreaterThan(0);
  expect(messages.length).toBeGreaterThan(0);
  for (const secret of secrets) {
    for (const text of shown) expect(text).not.toContain(secret);
  }
  // A query is only ever its place.
  for (const text of shown) expect(text.replaceAll("?[redacted]", "")).not.toMatch(/https?:[^\s"]*[?]/);
});

/** The messages of all channels at their ends. */
function recordMessages(): unknown[] {
  const messages: unknown[] = [];
  const listener = (message: unknown) => messages.push(message);
  for (const kind of ["flow", "stage", "attempt"]) {
    const { start, error, asyncEnd } = tracingChannel(`call-analysis:${kind}`);
    for (const channel of [start, error, asyncEnd]) {
      channel.subscribe(listener);
      onTestFinished(() => void channel.unsubscribe(listener));
    }
  }
  return messages;
}
