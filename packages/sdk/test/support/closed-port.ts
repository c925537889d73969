import type { AddressInfo } from "node:net";
import { createServer } from "node:net";

/** An origin on 127.0.0.1 at which nobody listens. */
export async function originNobodyServes(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
