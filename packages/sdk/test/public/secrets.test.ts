/** Keys, signatures, and passwords of addresses are in no text that the packages write. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import type { ClientOptions } from "@call-analysis/sdk";
import * as sdkPackage from "@call-analysis/sdk";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { checkRows } from "../support/check-rows.ts";
import { all, failureOf, startFake } from "./support/fake.ts";

const key = "secret-key-0123456789abcdef";
const headerValue = "private-header-9876543210";
const { analyzeFiles } = await import("@call-analysis/sdk/batch");
const { fileJournal } = await import("@call-analysis/sdk/node");

afterEach(() => void vi.unstubAllEnvs());

/** A fake whose key is a secret, a client that logs everything, and all that was logged. */
function start(options: ClientOptions = {}) {
  const lines: unknown[] = [];
  const log = (...parts: unknown[]) => void lines.push(...parts);
  const logger = { debug: log, info: log, warn: log, error: log };
  const headers = { "x-private": headerValue };
  const fake = startFake({ keys: { [key]: "org" } });
  const signatures = new Set<string>();
  const fetch: typeof globalThis.fetch = async (address, init) => {
    const response = await fake.service.fetch(address, init);
    const text = String(address).endsWith("/presigned-url")
      ? await response
          .clone()
          .text()
          .catch(() => "")
      : "";
    const [, query = ""] = /presignedUrl":"[^"?]*\?([^"]*)"/.exec(text) ?? [];
    for (const value of new URLSearchParams(query).values()) if (value.length >= 16) signatures.add(value);
    return response;
  };
  const reach = { ...fake.service.clientOptions({ fast: true }), fetch };
  const sdk = new sdkPackage.CallAnalysis({ ...reach, logger, logLevel: "debug", headers, retry: false, ...options });
  return { ...fake, sdk, fetch, lines, signatures };
}

/** Every way in which an error, or anything else, becomes a text. */
function textsOf(value: unknown): string[] {
  const error = value instanceof Error ? [value.message, value.stack ?? "", String(value)] : [];
  return [...error, JSON.stringify(value) ?? "", inspect(value, { depth: 12, showHidden: true })];
}

function expectNoSecret(secrets: Iterable<string>, ...values: unknown[]): void {
  const texts = values.flatMap(textsOf);
  for (const secret of [key, ...secrets]) for (const text of texts) expect(text).not.toContain(secret);
}

const echo = `The key ${key} with ${headerValue} is wrong`;
const badAnswers = {
  "a body that echoes the key": { status: 400, body: { detail: echo } },
  "HTML that echoes the key": { status: 200, body: `<html>${echo}</html>` },
  "a server error": { status: 500, body: echo },
  "a reset": { network: "reset" },
  "a cut body": { body: "truncate" },
} as const;
const operations = ["createUploadUrl", "uploadRecording", "createCall", "getCallAnalysis"] as const;

test("no error has them, nor its causes, its JSON, or what is logged", async () => {
  const cases = operations.flatMap((operation) =>
    Object.entries(badAnswers).map(([name, answer]) => [`${name} of ${operation}`, operation, answer] as const),
  );
  await checkRows(cases, async (operation, answer) => {
    const { service, sdk, input, lines, signatures } = start();
    service.faults.inject({ ...answer, operation } as Parameters<typeof service.faults.inject>[0]);
    // An upload needs no JSON in its answer.
    const work = sdk.calls.analyzeFile(input(), { poll: { toleratedFailures: 0 } });
    const error = await work.then(
      (call) => call,
      (failure: unknown) => failure,
    );
    expect(lines.length).toBeGreaterThan(0);
    expect(signatures.size > 0 || operation === "createUploadUrl").toBe(true);
    expectNoSecret([headerValue, ...signatures], error, lines);
    expectNoSecret(signatures, service.journal.entries());
  });
});

test("a token, events and a journal have neither keys nor signatures", async () => {
  const { service, sdk, input, signatures } = start();
  const folder = mkdtempSync(join(tmpdir(), "acceptance-secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const events: unknown[] = [];
  service.faults.inject({ operation: "createCall", status: 422, body: echo, match: { filename: "b.wav" } });
  const journal = fileJournal(join(folder, "journal"));
  const batch = analyzeFiles(sdk, [input("a.wav"), input("b.wav")], {
    journal,
    onEvent: (event) => events.push(event),
  });
  const outcomes = await all(batch);
  await journal.close();
  expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  expectNoSecret(
    signatures,
    events,
    outcomes.map(({ input: _, ...outcome }) => outcome),
  );
  for (const name of readdirSync(folder)) expectNoSecret(signatures, readFileSync(join(folder, name), "latin1"));
});

test("what the environment makes the client log to the console is redacted", async () => {
  vi.stubEnv("CALL_ANALYSIS_LOG", "debug");
  const lines: unknown[] = [];
  const consoles = (["debug", "info", "log", "warn", "error"] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((...parts) => void lines.push(...parts)),
  );
  const { sdk, input, signatures } = start({ logger: undefined, logLevel: undefined });
  await sdk.calls.analyzeFile(input());
  for (const spy of consoles) spy.mockRestore();
  expect(lines.length).toBeGreaterThan(3);
  expect(signatures.size).toBeGreaterThan(0);
  expectNoSecret(signatures, lines);
});

test("a key that is wrong is in no journal either, and neither is a password in an address", async () => {
  const { service, sdk, memberId, categoryId } = start();
  const wrong = sdk.withOptions({ apiKey: `wrong-${key}` });
  const error = await failureOf(wrong.agents.list());
  expectNoSecret([], error, service.journal.entries());
  const audio_url = "https://user:open-sesame-1234@recordings.example.com/a.wav";
  service.faults.inject({ operation: "createCall", status: 400, body: { detail: `no access to ${audio_url}` } });
  const refused = await failureOf(sdk.calls.create({ memberId, categoryId, audio_url }));
  expect(refused.message).not.toContain("open-sesame-1234");
  expect(JSON.stringify(refused.body)).not.toContain("open-sesame-1234");
});
