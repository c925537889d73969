import { createServer } from "node:net";
import { listenLocally } from "./local-server.ts";

/** An origin on 127.0.0.1 at which nobody listens. */
export async function originNobodyServes(): Promise<string> {
  const server = createServer();
  const origin = await listenLocally(server);
  await new Promise((resolve) => server.close(resolve));
  return origin;
}
