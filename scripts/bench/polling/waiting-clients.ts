/** Clients that bring a batch of recordings to its end. */
import { CallAnalysis } from "@call-analysis/sdk";
import { importPeer } from "../harness/peers.ts";
import { inPlaces } from "./batch.ts";
import type { SlowService } from "./slow-service.ts";

/** A batch: how many calls, and how many of them are under way at once. */
export interface BatchPlan {
  service: SlowService;
  callCount: number;
  places: number;
  /** Told of each call as soon as the client's user is. */
  onCompleted: (id: string) => void;
}

export const waitingClients: Record<string, (plan: BatchPlan) => Promise<void>> = { ours, assemblyai };

const uploadPlaces = 4;

async function ours({ service, callCount, places, onCompleted }: BatchPlan): Promise<void> {
  const sdk = new CallAnalysis({ apiKey: "key", baseUrl: "https://api.test/v1", fetch: service.fetch });
  const input = { file: new Uint8Array(1), filename: "call.wav", memberId: "member", categoryId: "category" };
  const inputs = Array.from({ length: callCount }, () => input);
  const options = { concurrency: uploadPlaces, pollConcurrency: places - uploadPlaces };
  for await (const outcome of sdk.calls.analyzeFiles(inputs, options)) {
    if (!outcome.ok) throw outcome.error;
    onCompleted(outcome.result.callId);
  }
}

async function assemblyai({ service, callCount, places, onCompleted }: BatchPlan): Promise<void> {
  interface Client {
    transcripts: { transcribe(parameters: object): Promise<{ id: string }> };
  }
  globalThis.fetch = service.fetch;
  const { AssemblyAI } = await importPeer<{ AssemblyAI: new (options: object) => Client }>("assemblyai");
  const client = new AssemblyAI({ apiKey: "key", baseUrl: "https://api.test" });
  await inPlaces(places, callCount, async () => {
    const { id } = await client.transcripts.transcribe({ audio: "https://store.test/call.wav" });
    onCompleted(id);
  });
}
