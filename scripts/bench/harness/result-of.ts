import { fork } from "node:child_process";
import { once } from "node:events";

/** Runs a program in a process, and returns the message that it sends. @throws {Error} when it ends without one */
export async function resultOf<Result>(program: string, flags: readonly string[]): Promise<Result> {
  const child = fork(program, flags);
  const exited = once(child, "exit");
  const died = exited.then(([code]) => {
    throw new Error(`${flags[0]}: its process ended with code ${String(code)} and told nothing.`);
  });
  const [result] = await Promise.race([once(child, "message"), died]);
  await exited;
  return result as Result;
}
