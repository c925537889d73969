import type { Analysis } from "@call-analysis/sdk";

/** Every text of an analysis that a person reads. */
export function textsOf({ analysis, summary }: { analysis: Analysis; summary: string }): string[] {
  const { outcomeRationale, callObservations, areasForImprovement, sections } = analysis;
  const rationales = sections.flatMap(({ criterias }) => criterias.map(({ rationale }) => rationale));
  const lists = [callObservations, areasForImprovement].flatMap((list) => (list ?? []) as string[]);
  return [summary, outcomeRationale, ...rationales, ...lists];
}

/** What is wrong with a text: none of it is a sentence that somebody would leave so. */
export function flawsIn(text: string): string[] {
  const words = text.replaceAll("\n\n", " ").replace(/“[^”]*”/g, "“…”");
  const flaws: [flaw: string, isFlawed: boolean][] = [
    ["spaces around it, or two of them", /^\s|\s$|\s\s/.test(words)],
    ["a placeholder", /\{|\}|undefined|null|NaN|\[object/.test(words)],
    ["two full stops", /\.\.|\.”\./.test(words)],
    ["no end", !/[.!?…]”?$/.test(text)],
    ["a beginning in lower case", /^["“]?\p{Ll}/u.test(words)],
    ["a lower-case word after a full stop", /\. \p{Ll}/u.test(words)],
    ["a space before a mark", / [.,;:!?]/.test(words)],
    ["the first or the second person", /\b(?:I|we|our|us|you|your)\b/i.test(words)],
  ];
  return flaws.filter(([, isFlawed]) => isFlawed).map(([flaw]) => `${flaw}: ${text}`);
}

/** The moments of the recording that a text names, in seconds. */
export function timesIn(text: string): number[] {
  return [...text.matchAll(/\b(?:(\d):)?(\d\d):(\d\d)\b/g)].map(
    ([, hours = "0", minutes, seconds]) => Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds),
  );
}

/** How many words a text has. */
export function wordsIn(text: string): number {
  return text.split(/\s+/).length;
}
