/** Turns in rotation, A B C, B C A, …: what disturbs the machine for a while disturbs all sides alike. */

/** The samples of each side, by its name; the n-th of all are of the same round. */
export type Samples = ReadonlyMap<string, readonly number[]>;

export async function takeTurns<Side extends { name: string }>(
  sides: readonly Side[],
  rounds: number,
  measure: (side: Side) => Promise<number>,
): Promise<Samples> {
  const samples = new Map<string, number[]>(sides.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const side of rotated(sides, round)) samples.get(side.name)?.push(await measure(side));
  }
  return samples;
}

function rotated<T>(items: readonly T[], by: number): T[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
