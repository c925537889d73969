/** A service that creates a call for every request, in a process that ends with its parent. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const body = JSON.stringify({ data: { callId: "call-1", status: "processing" } });
const headers = { "content-type": "application/json", "content-length": String(body.length) };

const server = createServer((incoming, response) => {
  incoming.resume().once("end", () => response.writeHead(202, headers).end(body));
});
server.listen(0, "127.0.0.1", () => {
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  process.send?.(`http://127.0.0.1:${port}`);
});
process.once("disconnect", () => process.exit());
