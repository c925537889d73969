import { ArrowDownRight, ArrowUpRight, Minus } from "lucide-react";
import { classNames } from "../../ui/class-names.ts";

const format = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1, signDisplay: "exceptZero" });
const percentFormat = new Intl.NumberFormat(undefined, {
  style: "percent",
  maximumFractionDigits: 0,
  signDisplay: "exceptZero",
});

/** How much more or less it is: icon, sign and colour. Null for what cannot be compared. */
export function Delta({ value, isShare = false }: { value: number | null; isShare?: boolean }) {
  if (value === null) return <span className="text-muted">–</span>;
  const Icon = value > 0 ? ArrowUpRight : value < 0 ? ArrowDownRight : Minus;
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-0.5 font-medium whitespace-nowrap tabular-nums",
        value > 0 ? "text-good" : value < 0 ? "text-bad" : "text-muted",
      )}
    >
      <Icon size={14} aria-hidden />
      {(isShare ? percentFormat : format).format(value)}
    </span>
  );
}
