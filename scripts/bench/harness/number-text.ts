import type { Spread } from "./statistics.ts";

/** Three digits that count, and no point where there is nothing behind it. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString("en", { maximumFractionDigits: Math.min(digits, 3) });
}

/** Such as `1.02 (0.99–1.06)`; what has no spread is shown without one. */
export function spreadText({ median, low, high }: Spread): string {
  const [middle, from, to] = [median, low, high].map(numberText);
  return from === to ? `${middle}` : `${middle} (${from}–${to})`;
}

export function withUnit(text: string, unit: string): string {
  return unit === "" ? text : `${text} ${unit}`;
}
