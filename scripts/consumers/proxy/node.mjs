// The proxy on Node. Argument: the service's origin. Prints the proxy's own.
import { createServer } from "node:http";
import { toNodeListener } from "@call-analysis/sdk/proxy";
import { handlerFor } from "./handler.mjs";

const server = createServer(toNodeListener(handlerFor(process.argv[2])));
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
