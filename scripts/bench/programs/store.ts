/** A service and its store, which throws all away. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer((incoming, response) => {
  const presignedUrl = `${origin()}/store/recording`;
  const grant = { key: "bench", presignedUrl, publicUrl: presignedUrl };
  incoming.resume().once("end", () => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data: grant }));
  });
});
server.listen(0, "127.0.0.1", () => process.send?.(origin()));

function origin(): string {
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
