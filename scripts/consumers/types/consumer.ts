import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { createMockService, type MockService } from "@call-analysis/mock";
import { createHandlers } from "@call-analysis/mock/msw";
import { serve } from "@call-analysis/mock/server";
import { type Agent, CallAnalysis, type CompletedCall, isCompleted, NotFoundError } from "@call-analysis/sdk";
import { analyzeFiles } from "@call-analysis/sdk/batch";
import { createProxyHandler } from "@call-analysis/sdk/proxy";
import { createValidator } from "@call-analysis/sdk/schemas";

const service: MockService = createMockService({ seed: 1 });
const sdk = new CallAnalysis({
  ...service.clientOptions(),
  fetch: service.fetch,
  validate: { mode: "strict", validator: createValidator() },
});

interface Crm {
  crmId: string;
}

export async function run(): Promise<string> {
  const agents: Agent[] = await sdk.agents.list();
  const { data, requestId } = await sdk.categories.list().withResponse();
  const call: CompletedCall<Crm> = await sdk.calls.analyzeFile<Crm>({
    file: new Uint8Array(1),
    memberId: agents[0]?.id ?? "",
    categoryId: data[0]?.id ?? "",
    udfs: { crmId: "84113" },
  });
  const snapshot = await sdk.calls.getAnalysis<Crm>(call.callId);
  if (isCompleted(snapshot)) return snapshot.metadata?.udfs?.crmId ?? "";
  await sdk.campaigns.addProspect("spring", { name: "Ravi", phone: "+911234567890", city: "Pune" });
  await sdk.calls.upload({ open: () => Readable.toWeb(createReadStream("call.wav")), sizeBytes: 1 });
  // @ts-expect-error: a string is not a recording
  await sdk.calls.upload("call.wav");
  return requestId ?? "";
}

export async function scores(paths: readonly string[]): Promise<Map<string, number>> {
  const inputs = paths.map((path) => ({ file: { path }, memberId: "m", categoryId: "c", udfs: { crmId: path } }));
  const found = new Map<string, number>();
  for await (const { input, ok, result } of analyzeFiles(sdk, inputs, { concurrency: 8 })) {
    if (!ok) continue;
    const crmId: string = result.metadata.udfs?.crmId ?? input.udfs.crmId;
    found.set(crmId, result.analysis.score);
  }
  return found;
}

export const handlers = createHandlers(service).length;
export const server = serve(service, { port: 0 });
export const isMissing = (error: unknown): number | undefined => (NotFoundError.is(error) ? error.status : undefined);

export const proxy: (request: Request) => Promise<Response> = createProxyHandler({
  apiKey: "key",
  baseUrl: "https://host/v1",
  basePath: "/call-analysis",
  secret: "a random text of at least 32 characters",
  allow: ["createCall"],
  authorize: async () => ({ userId: "7", tenant: "acme" }),
  // The user has the type that `authorize` returns.
  stampUdfs: ({ tenant }) => ({ tenant }),
});
