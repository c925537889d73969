import { expect } from "vitest";

/** Checks each row of a table. The test then fails once, with the name and the failure of every row that is wrong. */
export async function checkRows<Row extends readonly unknown[]>(
  rows: Iterable<readonly [what: string, ...row: Row]>,
  check: (...row: Row) => unknown,
): Promise<void> {
  const wrong: string[] = [];
  for (const [what, ...row] of rows) {
    try {
      await check(...row);
    } catch (failure) {
      wrong.push(`${what}: ${Object(failure).message}`);
    }
  }
  expect(wrong).toEqual([]);
}
