/** The parts of the process that the command uses, so that tests can run it without a process. */
import type { Readable, Writable } from "node:stream";
import type { PollOptions } from "@call-analysis/sdk";

/** A stream that may be a terminal. */
export type Output = Writable & {
  isTTY?: boolean;
  columns?: number;
  rows?: number;
  /** Whether the stream is an empty file. */
  isNewFile?: boolean;
};

/** The pauses that tests shorten. */
export interface Pauses {
  /** The pause between polls. @default the client's pauses, which adapt to how long analyses take */
  poll?: Partial<PollOptions>;
  /** The pause before a request is resent, in milliseconds. @default the client's pause */
  retryMs?: number;
  /** How long after a change a file in a folder is left alone, in milliseconds. @default 10_000 */
  freshMs?: number;
  /** How long all requests of a check may take, in milliseconds. @default 50_000 */
  checkMs?: number;
}

/** The streams and settings of one run of the command. */
export interface Context {
  env: NodeJS.ProcessEnv;
  cwd: string;
  stdin: Readable & { isTTY?: boolean };
  /** The stream for data only. */
  stdout: Output;
  /** The stream for progress, questions and errors. */
  stderr: Output;
  /** The source of signals such as Ctrl-C: the process. */
  signals: Pick<NodeJS.EventEmitter, "on" | "off">;
  /** The command line, so that messages can say how to continue. */
  parameters?: readonly string[];
  pauses?: Pauses;
}

/** Whether a stream accepts escape codes: a terminal that understands them, and that has a size. */
export function isLive(stream: Output, env: NodeJS.ProcessEnv): boolean {
  return stream.isTTY === true && env.TERM !== "dumb" && stream.columns !== 0;
}
