/** The clients that are measured: each makes itself ready, and then uploads a file. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { request } from "node:http";
import { pipeline } from "node:stream/promises";
import { importPeer } from "../harness/peers.ts";

type Upload = (path: string) => Promise<unknown>;

/** Each takes the store's address, which answers every client in its own language. */
export const clients: Record<string, (url: string) => Promise<Upload>> = {
  pipe: async (url) => (path) => pipe(url, path, 1024 * 1024),
  "pipe, default reads": async (url) => (path) => pipe(url, path, undefined),
  ours: (url) => ours(url, undefined),
  "ours, progress": (url) => ours(url, () => {}),
  assemblyai,
  openai,
};

/** As bare as Node can do it. All are measured against the one that reads 1 MiB at a time; Node's default is 64 KiB. */
async function pipe(url: string, path: string, highWaterMark: number | undefined): Promise<void> {
  const { size } = await stat(path);
  const headers = { "content-length": size, "content-type": "audio/wav" };
  const outgoing = request(`${url}/store/pipe`, { method: "PUT", headers });
  const answered = new Promise((resolve, reject) => {
    outgoing.once("response", (response) => response.resume().once("end", resolve)).once("error", reject);
  });
  await pipeline(createReadStream(path, { highWaterMark }), outgoing);
  await answered;
}

async function ours(url: string, onProgress: (() => void) | undefined): Promise<Upload> {
  const { CallAnalysis } = await import("@call-analysis/sdk");
  const sdk = new CallAnalysis({ apiKey: "bench", baseUrl: `${url}/v1` });
  return (path) => sdk.calls.upload({ path }, { contentType: "audio/wav", onProgress });
}

async function assemblyai(url: string): Promise<Upload> {
  interface Client {
    files: { upload(path: string): Promise<string> };
  }
  const { AssemblyAI } = await importPeer<{ AssemblyAI: new (options: object) => Client }>("assemblyai");
  const client = new AssemblyAI({ apiKey: "bench", baseUrl: url });
  return (path) => client.files.upload(path);
}

async function openai(url: string): Promise<Upload> {
  interface Client {
    files: { create(body: object): Promise<unknown> };
  }
  const { default: OpenAi } = await importPeer<{ default: new (options: object) => Client }>("openai");
  const client = new OpenAi({ apiKey: "bench", baseURL: url });
  return (path) => client.files.create({ file: createReadStream(path), purpose: "assistants" });
}
