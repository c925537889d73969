// A package of a user's that exports what it makes of the client: its declarations must be able to name every type.
import * as sdk from "@call-analysis/sdk";
import { analyzeFiles } from "@call-analysis/sdk/batch";
import * as conformance from "@call-analysis/sdk/journal-conformance";
import * as node from "@call-analysis/sdk/node";
import { operations } from "@call-analysis/sdk/operations";
import { openTelemetry } from "@call-analysis/sdk/otel";
import { createProxyHandler } from "@call-analysis/sdk/proxy";
import { createValidator, schemas } from "@call-analysis/sdk/schemas";

export const client = new sdk.CallAnalysis({
  apiKey: async () => "key",
  baseUrl: "https://service.test/v1",
  hooks: [openTelemetry(), { onRequest: ({ headers }) => headers.set("x-team", "sales") }],
  validate: { mode: "warn", validator: createValidator() },
  retry: { unprocessedStatuses: [429, 503] },
});
export const derived = client.withOptions({ timeoutMs: 5_000 });
export const { agents, calls, campaigns, categories } = client;

interface Crm {
  crmId: string;
}
const call = { memberId: "m", categoryId: "c", audio_url: "https://files.test/1.wav" };
const recording = { file: new Uint8Array(8), memberId: "m", categoryId: "c", udfs: { crmId: "1" } };

// Without types of its own: the compiler has to write each one.
export const listAgents = () => agents.list();
export const listAgentsWithResponse = () => agents.list().withResponse();
export const createAgent = () => agents.create({ name: "Asha", email: "a@example.com" });
export const updateAgent = () => agents.update("m", { name: "Ravi" });
export const deleteAgent = () => agents.delete("m");
export const listCategories = () => categories.list();
export const getCategory = () => categories.get("c");
export const createUploadUrl = () => calls.createUploadUrl({ filename: "a.wav", contentType: "audio/wav" });
export const upload = () => calls.upload(recording.file);
export const create = () => calls.create({ ...call, date: new Date() });
export const getAnalysis = () => calls.getAnalysis<Crm>("1");
export const waitForAnalysis = () => calls.waitForAnalysis("1");
export const watchAnalysis = () => calls.watchAnalysis("1");
export const submitFile = () => calls.submitFile(recording);
export const submitUrl = () => calls.submitUrl(call);
export const analyzeFile = () => calls.analyzeFile<Crm>(recording);
export const analyzeUrl = () => calls.analyzeUrl(call);
export const resume = (token: sdk.ResumeToken) => calls.resume(token);
export const addProspect = () => campaigns.addProspect("spring", { name: "Ravi", phone: "+91", city: "Pune" });
export const batch = () => analyzeFiles(client, [recording]);
export const rows = (completed: sdk.CompletedCall) => sdk.criterionRows(completed);
export const completed = (snapshot: sdk.AnalysisSnapshot) => (sdk.isCompleted(snapshot) ? snapshot : undefined);

// What the methods take, taken apart.
type Options<Method extends (...parameters: never[]) => unknown> = NonNullable<Parameters<Method>[1]>;
export const requestOptions = (options: Options<typeof calls.create>) => ({ ...options });
export const flowOptions = (options: Options<typeof calls.analyzeFile>) => ({ ...options });
export const uploadOptions = (options: Options<typeof calls.upload>) => ({ ...options });
export const waitOptions = (options: Options<typeof calls.waitForAnalysis>) => ({ ...options });
export const clientOptions = (options: ConstructorParameters<typeof sdk.CallAnalysis>[0]) => ({ ...options });
export const source = (input: Parameters<typeof calls.upload>[0]) => input;

// What is exported, as it is, and classes made of it.
export const everything = { ...sdk };
export const cases = { ...conformance };
export const nodeEntry = { ...node };
export { operations, schemas };
export class Refused extends sdk.UnprocessableEntityError {}
export class Client extends sdk.CallAnalysis {}
export const errorOf = (value: unknown) => (sdk.ApiError.is(value) ? value : undefined);
export const fieldsOf = (error: sdk.ApiError) => ({ ...error });
export const isUncertain = sdk.SubmissionUncertainError.is;
export const proxy = createProxyHandler({
  apiKey: "key",
  baseUrl: "https://service.test/v1",
  basePath: "/call-analysis",
  secret: "a random text of at least 32 characters",
  allow: ["createCall"],
  authorize: async () => ({ userId: "7" }),
});
export const journal: sdk.Journal = {
  claim: async (key, { recreate, call, recording, signal }) => {
    signal.throwIfAborted();
    return { status: recreate && call.memberId && recording?.digest === key ? "claimed" : "unknown" };
  },
  created: async () => {},
  released: async () => {},
};
