import { fork } from "node:child_process";
import { once } from "node:events";
import { takeTurns } from "../harness/rounds.ts";
import type { Taken } from "./client-process.ts";
import { compileClient } from "./client-program.ts";

/** What the uploads of one client took, round by round. */
export type Uploads = ReadonlyMap<string, readonly Taken[]>;

interface Plan {
  rounds: number;
  /** The store's address. */
  url: string;
  /** The file to upload. */
  path: string;
  /** Of the live objects in each client's process. @default 0 */
  heapMegabytes?: number;
}

interface Place extends Omit<Plan, "rounds"> {
  /** The client's process. */
  program: string;
}

/** All clients in turns, each upload in a new process. */
export async function measure(names: readonly string[], { rounds, ...place }: Plan): Promise<Uploads> {
  const uploads = new Map<string, Taken[]>(names.map((name) => [name, []]));
  const program = await compileClient();
  const sides = names.map((name) => ({ name }));
  await takeTurns(sides, rounds, async ({ name }) => {
    const taken = await uploadOnce(name, { program, ...place });
    uploads.get(name)?.push(taken);
    return taken.seconds;
  });
  return uploads;
}

async function uploadOnce(name: string, { program, url, path, heapMegabytes = 0 }: Place): Promise<Taken> {
  const child = fork(program, [name, url, path, String(heapMegabytes)]);
  const exited = once(child, "exit");
  const died = exited.then(([code]) => {
    throw new Error(`${name}: its process ended with code ${String(code)} and told nothing.`);
  });
  const [taken] = await Promise.race([once(child, "message"), died]);
  await exited;
  return taken as Taken;
}
