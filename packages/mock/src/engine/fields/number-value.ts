/** Numbers that fit the name of what they count. */
import type { Random } from "../../core/random.js";
import type { ExtractionField } from "../configuration.js";

interface Range {
  /** What the field's type or name mentions. */
  pattern: RegExp;
  from: number;
  to: number;
  /** Values are multiples of it. */
  step: number;
}

/** The first range that fits is taken. */
const ranges: readonly Range[] = [
  { pattern: /percent|share|probability|confidence/, from: 5, to: 95, step: 5 },
  { pattern: /rating|\bstars?\b|\bnps\b|\bcsat\b/, from: 1, to: 5, step: 1 },
  { pattern: /days overdue|overdue days/, from: 3, to: 29, step: 1 },
  { pattern: /days/, from: 2, to: 7, step: 1 },
  { pattern: /minutes|\bmins?\b/, from: 5, to: 60, step: 5 },
  { pattern: /months|tenure/, from: 1, to: 36, step: 1 },
  { pattern: /\bage\b/, from: 21, to: 68, step: 1 },
  { pattern: /attempts|times|previous|contacts|repeat/, from: 1, to: 3, step: 1 },
  { pattern: /employees|headcount|seats|users|agents|team|licen[cs]es/, from: 5, to: 240, step: 5 },
  { pattern: /budget|revenue|turnover|deal/, from: 50_000, to: 900_000, step: 25_000 },
  {
    pattern: /amount|currency|money|price|cost|fee|balance|\bdue\b|outstanding|\bemi\b|refund/,
    from: 1_500,
    to: 48_000,
    step: 50,
  },
];

const anyNumber: Range = { pattern: /(?:)/, from: 1, to: 100, step: 1 };

/** A number for a field: in the range that its texts name, else whole and of a size that its name suggests. */
export function numberValue(field: ExtractionField, random: Random): number {
  const { fieldName, displayName, fieldType, description } = field;
  const named = namedRange(description) ?? namedRange(displayName);
  if (named) return random.integer(named.from * named.unit, named.to * named.unit) / named.unit;
  const text = `${displayName} ${wordsIn(fieldName)} ${fieldType}`.toLowerCase();
  const { from, to, step } = ranges.find(({ pattern }) => pattern.test(text)) ?? anyNumber;
  return random.integer(from / step, to / step) * step;
}

const amount = "\\d[\\d,]{0,14}(?:\\.\\d{1,4})?";

/** "1 to 10", "between 5 and 20", "0–100". Neither a date nor a time, which have more numbers. */
const fromTo = new RegExp(
  `(?<![\\d.,:/-])(-?${amount})\\s*%?\\s*(?:[-–—~〜]|to|through|and|bis|und|से|から)\\s*(${amount})(?![\\d:/]|[.,-]\\d)`,
  "iu",
);

const upTo = new RegExp(
  `(?:\\b(?:out of|up to|at most|no more than|max(?:imum|\\.)?(?: of)?|höchstens|bis zu)|अधिकतम|最大)\\s*(${amount})(?![\\d:/]|[.,-]\\d)`,
  "iu",
);

/** A range that a text names, and how many parts its numbers have: 10 where they have one decimal. */
function namedRange(text: string): { from: number; to: number; unit: number } | null {
  const digits = text.normalize("NFKC").replace(/[०-९]/gu, (digit) => String(digit.charCodeAt(0) - 0x966));
  const [, least, most = upTo.exec(digits)?.[1]] = fromTo.exec(digits) ?? [];
  if (most === undefined) return null;
  const texts = [least ?? "1", most].map((each) => each.replace(/,/g, ""));
  const [from = 0, to = 0] = texts.map(Number);
  const decimals = Math.max(...texts.map((each) => each.split(".")[1]?.length ?? 0));
  return from < to ? { from, to, unit: 10 ** decimals } : null;
}

/** `daysOverdue` and `days_overdue` as `days Overdue` and `days overdue`. */
function wordsIn(name: string): string {
  return name.replace(/_/g, " ").replace(/([a-z])([A-Z])/g, "$1 $2");
}
