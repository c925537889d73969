/** Lets a server listen, and says what to do when it cannot. */
import type { Server } from "node:net";

/** Where a server is to listen. */
export interface ListenTarget {
  port: number;
  host: string;
}

/**
 * Resolves when a server listens.
 *
 * @throws {Error} which names the port or the host, and says what to do; its `code` is that of the system's error
 */
export function listen(server: Server, target: ListenTarget): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(listenError(error, target));
    server.once("error", refuse);
    server.listen(target.port, target.host, () => {
      server.off("error", refuse);
      resolve();
    });
  });
}

/** What the system's error means, in words. */
export function listenError(cause: NodeJS.ErrnoException, { port, host }: ListenTarget): Error {
  const { code } = cause;
  const problem = problemOf(code, { port, host });
  return problem === undefined ? cause : Object.assign(new Error(`${problem} (${code})`, { cause }), { code });
}

function problemOf(code: string | undefined, { port, host }: ListenTarget): string | undefined {
  switch (code) {
    case "EADDRINUSE":
      return `The port ${port} of ${host} is in use: end the process that uses it, or pass another --port. 0 takes a free one.`;
    case "EACCES":
    case "EPERM":
      return `This process may not listen on the port ${port}: pass a --port of 1024 or above, or 0 for a free one.`;
    case "EADDRNOTAVAIL":
    case "EAFNOSUPPORT":
    case "EINVAL":
      return `The host "${host}" is no address of this machine: pass a --host that is, such as 127.0.0.1, or 0.0.0.0 for all.`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EAI_FAIL":
      return `The host "${host}" cannot be resolved: pass a --host that is an address of this machine, such as 127.0.0.1.`;
    default:
      return undefined;
  }
}
