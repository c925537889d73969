// The proxy on Bun or Deno. Argument: the service's origin. Prints the proxy's own.
import { handlerFor } from "./handler.mjs";

const handler = handlerFor(process.argv[2]);
const listen = { hostname: "127.0.0.1", port: 0 };
if (globalThis.Bun) {
  const { port } = Bun.serve({ ...listen, fetch: handler });
  console.log(`http://127.0.0.1:${port}`);
} else {
  Deno.serve({ ...listen, onListen: ({ port }) => console.log(`http://127.0.0.1:${port}`) }, handler);
}
