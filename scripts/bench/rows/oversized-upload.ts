import { once } from "node:events";
import { connect } from "node:net";
import type { Benchmark, Entry, Target } from "../harness/benchmark.ts";
import { atMost } from "../harness/comparison.ts";
import { ServerProcess } from "../harness/server-process.ts";
import { exactly } from "../harness/statistics.ts";
import { signedAddress } from "../servers/fake-client.ts";
import { fakeProgram } from "../servers/programs.ts";

const mebibyte = 1024 * 1024;
const sizeMib = 2_048;
/** Above the limit of 512 MiB. */
const quickSizeMib = 640;

const sides = [
  { name: "length told", isLengthKnown: true },
  { name: "length not told", isLengthKnown: false },
];

export const oversizedUpload: Benchmark = {
  name: "oversized-upload",
  title: "2 GiB sent to the fake",
  method:
    "The most memory that the fake had until it answered 413 to a recording above 512 MiB, and until all that the client went on to send was taken.",
  async run({ isQuick }) {
    const entries: Entry[] = [];
    const targets: Target[] = [];
    for (const { name, isLengthKnown } of sides) {
      const peak = await peakMegabytes(isLengthKnown, isQuick ? quickSizeMib : sizeMib);
      entries.push({ name: `${name}: peak memory`, value: exactly(peak), unit: "MB" });
      targets.push(atMost(400, "MB", { what: `peak memory, ${name}`, measured: exactly(peak) }));
    }
    return { entries, targets };
  },
};

async function peakMegabytes(isLengthKnown: boolean, mib: number): Promise<number> {
  const server = await ServerProcess.start(fakeProgram("ours"), { tellsCpu: false });
  try {
    const status = await putZeros(await signedAddress(server.origin), { isLengthKnown, mib });
    if (status !== 413) throw new Error(`The fake has answered ${mib} MiB with ${status} in place of 413.`);
    return server.peakMegabytes();
  } finally {
    await server.end("SIGTERM");
  }
}

/**
 * PUTs zeros and sends all of them, whatever is answered meanwhile, and returns the status. On a plain socket, because
 * clients stop sending when a response comes.
 */
async function putZeros(address: string, { isLengthKnown, mib }: { isLengthKnown: boolean; mib: number }) {
  const { hostname, port, pathname, search } = new URL(address);
  const socket = connect(Number(port), hostname);
  let received = "";
  socket.setEncoding("latin1").on("data", (text) => {
    received += text;
  });
  const send = async (bytes: string | Uint8Array) => {
    if (!socket.write(bytes)) await once(socket, "drain");
  };
  const length = isLengthKnown ? `content-length: ${mib * mebibyte}` : "transfer-encoding: chunked";
  await send(`PUT ${pathname}${search} HTTP/1.1\r\nhost: mock\r\ncontent-type: audio/wav\r\n${length}\r\n\r\n`);
  const piece = Buffer.alloc(mebibyte);
  const chunk = isLengthKnown ? piece : Buffer.concat([Buffer.from("100000\r\n"), piece, Buffer.from("\r\n")]);
  for (let sent = 0; sent < mib; sent += 1) await send(chunk);
  if (!isLengthKnown) await send("0\r\n\r\n");
  // On the same connection, so that it ends when all of the body has been taken.
  await send("GET /v1/agents HTTP/1.1\r\nhost: mock\r\nconnection: close\r\n\r\n");
  if (!socket.closed) await once(socket, "close");
  return Number(/^HTTP\/1\.1 (\d+) /.exec(received)?.[1]);
}
