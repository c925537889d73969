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
  if (named) return random.integer(named.from, named.to);
  const text = `${displayName} ${wordsIn(fieldName)} ${fieldType}`.toLowerCase();
  const { from, to, step } = ranges.find(({ pattern }) => pattern.test(text)) ?? anyNumber;
  return random.integer(from / step, to / step) * step;
}

/** "1 to 10", "between 5 and 20", "0–100". Neither a date nor a time, which have more numbers. */
const fromTo = /(?<![\d.,:/-])(\d{1,9})\s*(?:[-–]|to|and)\s*(\d{1,9})(?![\d:/]|[.,-]\d)/i;

/** A range that a text names. */
function namedRange(text: string): { from: number; to: number } | null {
  const [, from, to] = (fromTo.exec(text) ?? []).map(Number);
  return from !== undefined && to !== undefined && from < to ? { from, to } : null;
}

/** `daysOverdue` and `days_overdue` as `days Overdue` and `days overdue`. */
function wordsIn(name: string): string {
  return name.replace(/_/g, " ").replace(/([a-z])([A-Z])/g, "$1 $2");
}
