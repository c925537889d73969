import { CallAnalysis, ConfigurationError, type RecordingSource } from "@call-analysis/sdk";
import { fileJournal, fromPath, spool } from "@call-analysis/sdk/node";
import { expect, test } from "vitest";
import { resolveRecording } from "../../src/upload/source.js";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { callInput } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

const clientOptions = { apiKey: "key-5f1c09ab77e2", baseUrl: "https://service.test/v1" };
const fileInput = { file: new Blob(["RIFF"]), memberId: "m", categoryId: "c" };

/** A call of the client as JavaScript makes it: the types would refuse the misspelt names. */
// biome-ignore lint/suspicious/noExplicitAny: see above
type Use = (sdk: any) => unknown;

test.each([
  [{ timeout: 3 }, "timeout", "timeoutMs"],
  [{ baseURL: "https://service.test" }, "baseURL", "baseUrl"],
  [{ retries: 9 }, "retries", "retry"],
  [{ loglevel: "debug" }, "loglevel", "logLevel"],
  [{ retry: { attempts: 2 } }, "attempts", "maxAttempts"],
  [{ poll: { interval: 2 } }, "interval", "intervalMs"],
])("a client is not made with the misspelt option %j, and also not derived", (options, misspelt, meant) => {
  const expected = expect.objectContaining({
    name: "ConfigurationError",
    message: expect.stringMatching(new RegExp(`\\b${misspelt} .*\\b${meant}\\b`)),
  });
  // As JavaScript makes it.
  const misspeltOptions: object = options;
  expect(() => new CallAnalysis({ ...clientOptions, ...misspeltOptions })).toThrow(expected);
  expect(() => new CallAnalysis(clientOptions).withOptions(misspeltOptions)).toThrow(expected);
});

test.each<[string, Use, string, string]>([
  ["agents.list()", ({ agents }) => agents.list({ timeout: 1 }), "timeout", "timeoutMs"],
  ["agents.list(), an option of flows", ({ agents }) => agents.list({ throttleTimeoutMs: 1 }), "throttleTimeoutMs", ""],
  ["agents.create()", ({ agents }) => agents.create({ name: "Asha", mail: "a@b.example" }), "mail", "email"],
  ["upload()", ({ calls }) => calls.upload(fileInput.file, { contentTyp: "a" }), "contentTyp", "contentType"],
  ["create(), a field", ({ calls }) => calls.create({ ...callInput, audioUrl: "https://a" }), "audioUrl", "audio_url"],
  [
    "create() with a ledger",
    ({ calls }) =>
      calls.create(callInput, { ledger: { claim() {}, created() {}, released() {} }, key: "k", rety: false }),
    "rety",
    "retry",
  ],
  ["upload(), the key of a call", ({ calls }) => calls.upload(fileInput.file, { key: "k" }), "key", ""],
  ["waitForAnalysis(), a ledger", ({ calls }) => calls.waitForAnalysis("id", { ledger: {} }), "ledger", ""],
  ["waitForAnalysis(), progress", ({ calls }) => calls.waitForAnalysis("id", { onProgress() {} }), "onProgress", ""],
  ["waitForAnalysis()", ({ calls }) => calls.waitForAnalysis("id", { onEvents() {} }), "onEvents", "onEvent"],
  [
    "waitForAnalysis(), poll",
    ({ calls }) => calls.waitForAnalysis("id", { poll: { timeout: 1 } }),
    "timeout",
    "timeoutMs",
  ],
  ["submitFile()", ({ calls }) => calls.submitFile({ ...fileInput, udf: { crm: 1 } }), "udf", "udfs"],
  ["analyzeFile(), a field", ({ calls }) => calls.analyzeFile({ ...fileInput, udf: { crm: 1 } }), "udf", "udfs"],
  [
    "analyzeFile(), an option",
    ({ calls }) => calls.analyzeFile(fileInput, { onProgres() {} }),
    "onProgres",
    "onProgress",
  ],
  ["analyzeUrl()", ({ calls }) => calls.analyzeUrl({ ...callInput, member: "m" }), "member", "memberId"],
  ["resume()", ({ calls }) => calls.resume({}, { recreated: true }), "recreated", "recreate"],
  [
    "analyzeFiles(), an input",
    ({ calls }) => firstFailure(calls.analyzeFiles([{ ...fileInput, dates: "2026-01-01" }])),
    "dates",
    "date",
  ],
])(
  "what is misspelt in %s is refused by its name and the nearest one, and nothing is sent",
  async (_, use, misspelt, meant) => {
    const { fetch, calls } = oneOffFetch();
    const failure = await rejectionOf(Promise.resolve(use(clientWith(fetch))), ConfigurationError);
    expect(failure).toMatchObject({ message: expect.stringMatching(new RegExp(`\\b${misspelt} .*\\b${meant}\\b`)) });
    expect(calls).toEqual([]);
  },
);

test.each<[string, () => unknown, string, string]>([
  ["fileJournal()", () => fileJournal("calls.journal", { result: false } as object), "result", "results"],
  ["spool()", () => spool([] as never, { maxSize: 1_000 } as object), "maxSize", "maxSizeBytes"],
  ["a path", () => resolveRecording({ path: "a.wav", fileName: "b.wav" } as RecordingSource), "fileName", "filename"],
  ["a stream", () => resolveRecording({ stream: new ReadableStream(), bytes: 7 } as never), "bytes", "sizeBytes"],
  [
    "an opener",
    () => resolveRecording({ open: () => new ReadableStream(), sizebytes: 7 } as never),
    "sizebytes",
    "sizeBytes",
  ],
])("what is misspelt in %s is refused by its name and the nearest one", async (_, use, misspelt, meant) => {
  const failure = await rejectionOf((async () => use())(), ConfigurationError);
  expect(failure).toMatchObject({ message: expect.stringMatching(new RegExp(`\\b${misspelt} .*\\b${meant}\\b`)) });
});

test("the size of a path's file is not the caller's to say, and fromPath() takes no options", async () => {
  const sized = { path: "a.wav", sizeBytes: 7 };
  expect(String(await rejectionOf(resolveRecording(sized), ConfigurationError))).toContain("sizeBytes is unknown");
  const withOptions = fromPath as (path: string, options: object) => unknown;
  expect(() => withOptions("a.wav", { filename: "b.wav" })).toThrow(/fromPath\(\) takes no options/);
  expect(["a.wav", "b.wav"].map(fromPath)).toHaveLength(2);
});

/** Rejects with the error of the first outcome. */
async function firstFailure(outcomes: AsyncIterable<{ error: Error }>): Promise<never> {
  for await (const { error } of outcomes) throw error;
  throw new Error("There was no outcome.");
}

test.each<[string, Use]>([
  ["watchAnalysis()", ({ calls }) => calls.watchAnalysis("id", { pol: {} })],
  ["analyzeFiles()", ({ calls }) => calls.analyzeFiles([], { concurrent: 2 })],
  ["watchAnalysis() without a callId", ({ calls }) => calls.watchAnalysis("")],
])("%s refuses a bad argument at once, before it is iterated", (_, use) => {
  const { fetch } = oneOffFetch();
  expect(() => use(clientWith(fetch))).toThrow(ConfigurationError);
});

test("a name that resembles none is told with all that are known", async () => {
  const { fetch } = oneOffFetch();
  const concurrent: object = { concurrency: 4 };
  const failure = await rejectionOf(clientWith(fetch).calls.analyzeFile(fileInput, concurrent), ConfigurationError);
  expect(failure).toMatchObject({ message: expect.stringMatching(/concurrency is unknown\. .*onEvent, .*poll/) });
});

test("a name without a value is as good as none, for options are often passed on", () => {
  const { fetch } = oneOffFetch();
  const unset: object = { timeout: undefined };
  expect(() => clientWith(fetch, { ...unset })).not.toThrow();
});

test.each<[string, Use, RegExp]>([
  ["new CallAnalysis(null)", () => new CallAnalysis(null as never), /^options: .*null/],
  ["withOptions('id')", (sdk) => sdk.withOptions("id"), /^options: .*string/],
  ["timeoutMs as a text", ({ agents }) => agents.list({ timeoutMs: "5" }), /timeoutMs .* is "5"/],
  [
    "a path that is a URL",
    ({ calls }) => calls.upload({ path: new URL("file:///a.wav") }),
    /^file: pass the URL itself/,
  ],
  ["agents.list(null)", ({ agents }) => agents.list(null), /^listAgents: .*null/],
  ["agents.list(5)", ({ agents }) => agents.list(5), /^listAgents: .*number/],
  ["agents.create(null)", ({ agents }) => agents.create(null), /^createAgent: .*null/],
  ["calls.create(null)", ({ calls }) => calls.create(null), /^createCall: .*null/],
  ["calls.create('id')", ({ calls }) => calls.create("id"), /^createCall: .*string/],
  ["calls.create(call, null)", ({ calls }) => calls.create(callInput, null), /^createCall: .*null/],
  ["waitForAnalysis(id, null)", ({ calls }) => calls.waitForAnalysis("id", null), /^calls.waitForAnalysis\(\): .*null/],
  ["waitForAnalysis(), poll", ({ calls }) => calls.waitForAnalysis("id", { poll: 3 }), /^poll: .*number/],
  ["analyzeFile(input, null)", ({ calls }) => calls.analyzeFile(fileInput, null), /^calls.analyzeFile\(\): .*null/],
  ["analyzeFiles([], 5)", ({ calls }) => calls.analyzeFiles([], 5).next(), /^calls.analyzeFiles\(\): .*number/],
  ["resume(token, null)", ({ calls }) => calls.resume({}, null), /^calls.resume\(\): .*null/],
  ["resume(token, 5)", ({ calls }) => calls.resume({}, 5), /^calls.resume\(\): .*number/],
  ["resume(null)", ({ calls }) => calls.resume(null), /^resume: .*it is null/],
  ["analyzeFiles([], null)", ({ calls }) => calls.analyzeFiles([], null).next(), /^calls.analyzeFiles\(\): .*null/],
])("%s is refused, and the message says what was given, and where", async (_name, use, message) => {
  const { fetch, calls } = oneOffFetch(() => new Response());
  const failure = await rejectionOf((async () => use(clientWith(fetch)))(), ConfigurationError);
  expect(failure).toMatchObject({ message: expect.stringMatching(message) });
  expect(calls).toEqual([]);
});
