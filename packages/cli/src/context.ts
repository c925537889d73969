/** The parts of its process that the command uses, so that tests can run it without one. */
import type { Readable, Writable } from "node:stream";
import type { PollOptions } from "@call-analysis/sdk";

/** A stream that a person may be looking at. */
export type Output = Writable & {
  isTTY?: boolean;
  columns?: number;
  rows?: number;
  /** Whether it is a file with nothing in it yet. */
  isNewFile?: boolean;
};

/** Pauses that a test makes shorter. */
export interface Pauses {
  /** Between polls. @default the client's, which adapt to how long analyses take */
  poll?: Partial<PollOptions>;
  /** Before a request is sent a second time, in milliseconds. @default the client's */
  retryMs?: number;
  /** How long a file of a folder is left alone after a change, in milliseconds. @default 10_000 */
  freshMs?: number;
  /** How long the requests of a check may take together, in milliseconds. @default 50_000 */
  checkMs?: number;
}

/** The streams and settings of one run of the command. */
export interface Context {
  env: NodeJS.ProcessEnv;
  cwd: string;
  stdin: Readable & { isTTY?: boolean };
  /** Data, and nothing else. */
  stdout: Output;
  /** Progress, questions and errors. */
  stderr: Output;
  /** Where signals such as Ctrl-C come from: the process. */
  signals: Pick<NodeJS.EventEmitter, "on" | "off">;
  /** The command line, so that messages can say how to continue. */
  parameters?: readonly string[];
  pauses?: Pauses;
}

/** Whether escape codes may be written to a stream: it is a terminal that understands them, and that has a size. */
export function isLive(stream: Output, env: NodeJS.ProcessEnv): boolean {
  return stream.isTTY === true && env.TERM !== "dumb" && stream.columns !== 0;
}
