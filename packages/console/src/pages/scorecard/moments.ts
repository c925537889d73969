/** The moments of a call that the texts of its analysis name, such as "at 07:43". */
import type { Analysis } from "@call-analysis/sdk";

/** A part of a text: plain, or the naming of a moment. */
export type TextPart = { text: string; seconds?: number };

/** A moment of the call, and the criterion whose rationale names it. */
export interface Moment {
  seconds: number;
  label: string;
}

/** `07:43` and `1:07:43`; not the time of a date such as `2026-01-19T07:43`. */
const timePattern = /(?<![\d:T-])(?:(\d{1,2}):)?(\d{1,2}):([0-5]\d)(?!:?\d)/g;

/** A text in parts. Times beyond the call's length are plain text, for they are times of the day. */
export function textParts(text: string, durationSeconds: number): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(timePattern)) {
    const [named, hours = "0", minutes = "0", rest = "0"] = match;
    const seconds = Number(hours) * 3_600 + Number(minutes) * 60 + Number(rest);
    if (seconds > durationSeconds) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: named, seconds });
    end = match.index + named.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** The first moment that a text names; undefined for none. */
export function firstMoment(text: string, durationSeconds: number): number | undefined {
  return textParts(text, durationSeconds).find(({ seconds }) => seconds !== undefined)?.seconds;
}

/** The moments of all criteria, in the order of time. */
export function momentsOf({ sections }: Pick<Analysis, "sections">, durationSeconds: number): Moment[] {
  const moments = (sections ?? []).flatMap(({ criterias }) =>
    (criterias ?? []).flatMap(({ question, rationale }) => {
      const seconds = firstMoment(rationale ?? "", durationSeconds);
      return seconds === undefined ? [] : [{ seconds, label: question }];
    }),
  );
  return moments.sort((one, other) => one.seconds - other.seconds);
}
