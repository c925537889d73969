/** A store that throws all away, counts it, and answers each client in its own language. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer(async (incoming, response) => {
  const receivedBytes = await countBytes(incoming);
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answerTo(receivedBytes)));
});
server.listen(0, "127.0.0.1", () => {
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  process.send?.(`http://127.0.0.1:${port}`);
});

function answerTo(receivedBytes: number): object {
  const { port } = server.address() as AddressInfo;
  const presignedUrl = `http://127.0.0.1:${port}/store/ours`;
  const grant = { key: "bench", presignedUrl, publicUrl: presignedUrl };
  return { data: grant, upload_url: presignedUrl, id: "file", object: "file", bytes: receivedBytes };
}

function countBytes(incoming: IncomingMessage): Promise<number> {
  let receivedBytes = 0;
  return new Promise((resolve, reject) => {
    incoming.on("data", ({ byteLength }: Buffer) => {
      receivedBytes += byteLength;
    });
    incoming.once("end", () => resolve(receivedBytes)).once("error", reject);
  });
}
