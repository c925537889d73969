/** What was not imported, and why. */

/** A row that was not imported, and why. */
export interface Problem {
  /** Its id, as it may be shown. */
  what: string;
  /** A sentence without its full stop. */
  reason: string;
}

/** How many rows a line names. */
const mostNamed = 5;

/** One line for each reason, so that 200 rows do not take 200. */
export function problemLines(problems: readonly Problem[]): string[] {
  const reasons = new Set(problems.map(({ reason }) => reason));
  return [...reasons].map((reason) => {
    const all = problems.filter((problem) => problem.reason === reason).map(({ what }) => what);
    const others = all.length - mostNamed;
    const named = others > 0 ? [...all.slice(0, mostNamed), amount(others, "other")] : all;
    return `${listed(named)}: ${reason.replace(/\.?$/, ".")}`;
  });
}

/** An id that may be shown in a terminal: of visible ASCII as it is. Others might change the terminal. */
export function shownId(id: string): string {
  return /^[\x21-\x7e]+$/.test(id) ? id : JSON.stringify(id);
}

/** Things as a sentence lists them. */
function listed(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}

/** A number of things. */
export function amount(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
