// The proxy on Node. Argument: the service's origin. Prints the proxy's own.
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { handlerFor } from "./handler.mjs";

const server = createServer(getRequestListener(handlerFor(process.argv[2]), { overrideGlobalObjects: false }));
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
