/** A misspelt option or field would be lost without a word: it is refused before anything is sent. */
import { ConfigurationError } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { rejectionOf } from "../support/failure-of.ts";
import { oneOffFetch } from "../support/one-off-fetch.ts";
import { callInput } from "../support/samples.ts";
import { clientWith } from "../support/test-client.ts";

const fileInput = { file: new Blob(["RIFF"], { type: "audio/wav" }), memberId: "m", categoryId: "c" };

/** A call of the client as JavaScript makes it: the types would refuse the misspelt names. */
// biome-ignore lint/suspicious/noExplicitAny: see above
type Use = (sdk: any) => unknown;

test.each<[string, Use, string, string]>([
  ["agents.list()", ({ agents }) => agents.list({ timeout: 1 }), "timeout", "timeoutMs"],
  ["withOptions()", async (sdk) => sdk.withOptions({ maxRetries: 2 }), "maxRetries", "retry\\.maxAttempts"],
  ["retry", ({ agents }) => agents.list({ retry: { maxRetries: 1 } }), "maxRetries", "retry\\.maxAttempts"],
  ["withOptions(), a former name", async (sdk) => sdk.withOptions({ middleware: [] }), "middleware", "hooks"],
  ["analyzeUrl(), another client's name", ({ calls }) => calls.analyzeUrl({ agentId: "a" }), "agentId", "memberId"],
  ["agents.list(), a name of the client's own", ({ agents }) => agents.list({ limits: {} }), "limits", ""],
  ["agents.list(), retry", ({ agents }) => agents.list({ retry: { retries: 1 } }), "retries", ""],
  ["agents.create(), a name of every object", ({ agents }) => agents.create({ constructor: "A" }), "constructor", ""],
  ["agents.create()", ({ agents }) => agents.create({ name: "Asha", mail: "a@b.example" }), "mail", "email"],
  ["agents.update()", ({ agents }) => agents.update("m", { nam: "Asha" }), "nam", "name"],
  [
    "createUploadUrl()",
    ({ calls }) => calls.createUploadUrl({ fileName: "a", contentType: "b" }),
    "fileName",
    "filename",
  ],
  ["upload()", ({ calls }) => calls.upload(fileInput.file, { contentTyp: "a" }), "contentTyp", "contentType"],
  ["upload(), the key of a call", ({ calls }) => calls.upload(fileInput.file, { key: "k" }), "key", ""],
  ["create(), a field", ({ calls }) => calls.create({ ...callInput, audioUrl: "https://a" }), "audioUrl", "audio_url"],
  ["create() with a journal", ({ calls }) => calls.create(callInput, { journal: {} }), "journal", ""],
  ["waitForAnalysis()", ({ calls }) => calls.waitForAnalysis("id", { onEvents() {} }), "onEvents", "onEvent"],
  ["waitForAnalysis(), a journal", ({ calls }) => calls.waitForAnalysis("id", { journal: {} }), "journal", ""],
  [
    "waitForAnalysis(), poll",
    ({ calls }) => calls.waitForAnalysis("id", { poll: { timeout: 1 } }),
    "timeout",
    "timeoutMs",
  ],
  ["watchAnalysis()", async ({ calls }) => calls.watchAnalysis("id", { pol: {} }), "pol", "poll"],
  ["submitFile()", ({ calls }) => calls.submitFile({ ...fileInput, udf: { crm: 1 } }), "udf", "udfs"],
  ["submitUrl()", ({ calls }) => calls.submitUrl({ ...callInput, metadata: {} }), "metadata", "udfs"],
  [
    "analyzeFile(), an option",
    ({ calls }) => calls.analyzeFile(fileInput, { onProgres() {} }),
    "onProgres",
    "onProgress",
  ],
  ["analyzeUrl()", ({ calls }) => calls.analyzeUrl({ ...callInput, member: "m" }), "member", "memberId"],
  ["resume()", ({ calls }) => calls.resume({}, { recreated: true }), "recreated", "recreate"],
  ["a path", ({ calls }) => calls.upload({ path: "a.wav", fileName: "b.wav" }), "fileName", ""],
  ["a stream", ({ calls }) => calls.upload({ stream: new ReadableStream(), bytes: 7 }), "bytes", "sizeBytes"],
  ["an opener", ({ calls }) => calls.upload({ open() {}, sizebytes: 7 }), "sizebytes", "sizeBytes"],
])("what is misspelt in %s is refused by its name and what it means here", async (_what, use, misspelt, meant) => {
  const { fetch, calls } = oneOffFetch(new Response());
  const error = await rejectionOf((async () => use(clientWith(fetch)))(), ConfigurationError);
  expect(error.message).toMatch(new RegExp(`\\b${misspelt} is unknown\\. .*\\b${meant}\\b`));
  expect(calls).toHaveLength(0);
});

test("a name whose value is undefined does not count", async () => {
  const { fetch } = oneOffFetch(Response.json({ data: [] }));
  await expect(clientWith(fetch).agents.list({ timeout: undefined } as object)).resolves.toEqual([]);
});
