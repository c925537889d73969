import { resultOf } from "../harness/result-of.ts";
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

/** All clients in turns, each upload in a new process. */
export async function measure(
  names: readonly string[],
  { rounds, url, path, heapMegabytes = 0 }: Plan,
): Promise<Uploads> {
  const uploads = new Map<string, Taken[]>(names.map((name) => [name, []]));
  const program = await compileClient();
  const sides = names.map((name) => ({ name }));
  await takeTurns(sides, rounds, async ({ name }) => {
    const taken = await resultOf<Taken>(program, [name, url, path, String(heapMegabytes)]);
    uploads.get(name)?.push(taken);
    return taken.seconds;
  });
  return uploads;
}
