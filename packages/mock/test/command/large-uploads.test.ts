import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { createMockService, type MockService } from "../../src/index.js";
import { type ServerProcess, startServer } from "../support/built.js";
import { grant } from "../support/flow.js";
import { useStateFiles } from "../support/state-files.js";

const mebibyte = 1024 * 1024;
const { newStateFile, cli } = useStateFiles();

function at({ url }: ServerProcess): MockService {
  const addresses = { baseUrl: `${url}/v1`, campaignBaseUrl: url, storageUrl: `${url}/storage` };
  return { ...createMockService(), fetch: globalThis.fetch, addresses };
}

/** The most memory that a process had so far, in MiB; Linux alone tells. */
function peakMebibytes({ pid }: ServerProcess): number {
  const [, kibibytes = "0"] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kibibytes) / 1024;
}

/** The pieces of a recording: no two are the same. */
function* pieces(sizeBytes: number, seed: number): Generator<Buffer> {
  const block = createHash("sha256").update(String(seed)).digest();
  for (let start = 0, index = 0; start < sizeBytes; start += mebibyte, index += 1) {
    const piece = Buffer.alloc(Math.min(mebibyte, sizeBytes - start), block);
    piece.writeUInt32LE(index, 0);
    yield piece;
  }
}

/** PUTs a recording that is made while it is sent, and returns the status. */
function putPieces(address: string, { sizeBytes, seed }: { sizeBytes: number; seed: number }): Promise<number> {
  const headers = { "content-type": "audio/wav", "content-length": sizeBytes };
  return new Promise((resolve, reject) => {
    const outgoing = request(address, { method: "PUT", headers }, (incoming) => {
      incoming.resume();
      resolve(incoming.statusCode ?? 0);
    });
    outgoing.on("error", reject);
    Readable.from(pieces(sizeBytes, seed)).pipe(outgoing);
  });
}

/**
 * PUTs a body of zeros and sends all of it, whatever comes back; then reads the agents on the same connection. Returns
 * both statuses. On a plain socket, because clients stop sending when a response comes.
 */
async function putThenList(address: string, options: { sizeBytes: number; isLengthKnown: boolean }): Promise<number[]> {
  const { hostname, port, pathname, search } = new URL(address);
  const socket = connect(Number(port), hostname);
  let received = "";
  socket.setEncoding("latin1").on("data", (text) => (received += text));
  const send = async (bytes: string | Uint8Array) => {
    if (!socket.write(bytes)) await once(socket, "drain");
  };
  const { sizeBytes, isLengthKnown } = options;
  const length = isLengthKnown ? `content-length: ${sizeBytes}` : "transfer-encoding: chunked";
  await send(`PUT ${pathname}${search} HTTP/1.1\r\nhost: mock\r\ncontent-type: audio/wav\r\n${length}\r\n\r\n`);
  const piece = Buffer.alloc(mebibyte);
  const chunk = isLengthKnown ? piece : Buffer.concat([Buffer.from("100000\r\n"), piece, Buffer.from("\r\n")]);
  for (let sent = 0; sent < sizeBytes; sent += mebibyte) await send(chunk);
  if (!isLengthKnown) await send("0\r\n\r\n");
  await send("GET /v1/agents HTTP/1.1\r\nhost: mock\r\nauthorization: Bearer test-key\r\nconnection: close\r\n\r\n");
  await once(socket, "close");
  return [...received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
}

function hashOf(sizeBytes: number, seed: number): string {
  const hash = createHash("sha256");
  for (const piece of pieces(sizeBytes, seed)) hash.update(piece);
  return hash.digest("hex");
}

async function hashAt(address: string): Promise<string> {
  const hash = createHash("sha256");
  const { body } = await fetch(address);
  for await (const chunk of body ?? []) hash.update(chunk);
  return hash.digest("hex");
}

/** How many a recording may have, and how many are sent: more than the process may hold. */
const [maxMebibytes, sentMebibytes] = process.env.LONG_TESTS ? [512, 2048] : [64, 256];

test.runIf(process.platform === "linux")(
  "what is too large gets 413, what comes in chunks 501, and the largest recording comes back byte for byte after a restart: none of them is then in memory",
  async () => {
    const file = newStateFile();
    const sizeBytes = maxMebibytes * mebibyte;
    const flags = ["--state", file, "--policy", `maxRecordingBytes=${sizeBytes}`];
    const first = await startServer(cli(), flags);
    for (const isLengthKnown of [true, false]) {
      const { presignedUrl } = await grant(at(first));
      const tooLarge = { sizeBytes: sentMebibytes * mebibyte, isLengthKnown };
      expect(await putThenList(presignedUrl, tooLarge)).toEqual([isLengthKnown ? 413 : 501, 200]);
    }
    expect(existsSync(`${file}.recordings`) ? readdirSync(`${file}.recordings`) : []).toEqual([]);
    expect(peakMebibytes(first)).toBeLessThan(300);
    const { presignedUrl, publicUrl } = await grant(at(first));
    expect(await putPieces(presignedUrl, { sizeBytes, seed: 1 })).toBe(200);
    await first.stop();
    const again = await startServer(cli(), flags);
    expect(await hashAt(again.url + new URL(publicUrl).pathname)).toBe(hashOf(sizeBytes, 1));
    expect(peakMebibytes(again)).toBeLessThan(300);
    await again.stop();
  },
  300_000,
);
