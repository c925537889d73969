/** Which known name was probably meant by a misspelt one. Pure. */

/** The known name with the fewest edits, whatever the case; undefined when most of the name would have to change. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const distances = known.map((other) => ({ other, edits: editsBetween(name.toLowerCase(), other.toLowerCase()) }));
  const [nearest] = distances.sort((one, other) => one.edits - other.edits);
  return nearest && nearest.edits <= Math.max(1, name.length * 0.4) ? nearest.other : undefined;
}

/** How many characters to insert, delete or replace (the Levenshtein distance). */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [line, character] of [...one].entries()) {
    const next = [line + 1];
    for (let index = 0; index < other.length; index += 1) {
      const replaced = (row[index] ?? 0) + (other[index] === character ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
