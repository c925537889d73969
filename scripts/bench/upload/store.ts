import { fork } from "node:child_process";
import { once } from "node:events";
import { benchPath } from "../harness/folders.ts";

/** A store in its own process, so that its work is not on the clients' account. */
export async function startStore(): Promise<{ url: string; close(): Promise<void> }> {
  const child = fork(benchPath("upload/store-process.ts"));
  const [url] = await once(child, "message");
  return {
    url: String(url),
    async close() {
      const exited = once(child, "exit");
      child.kill();
      await exited;
    },
  };
}
