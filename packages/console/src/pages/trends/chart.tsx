/** A chart: bars, or points on a line. The arrow keys go from one to the next, and each says what it shows. */
import { type KeyboardEvent, useState } from "react";
import { classNames } from "../../ui/class-names.ts";
import { numberText } from "../../ui/format.ts";

/** A bar or a point. */
export interface Mark {
  key: string | number;
  /** From 0, the left edge, to 1. */
  x: number;
  value: number;
  /** What stands below it, where there is room. */
  label: string;
  /** What it shows, in words. */
  text: string;
}

/** The values that the chart reaches over. */
export interface Scale {
  least: number;
  most: number;
  /** Between two lines of the grid. */
  step: number;
}

interface ChartProps {
  kind: "bars" | "line";
  label: string;
  marks: readonly Mark[];
  scale: Scale;
}

/** More labels would touch each other. */
const mostLabels = 6;

/** The chart. It is as wide as its container. */
export function Chart({ kind, label, marks, scale }: ChartProps) {
  const { least, most, step } = scale;
  const heightOf = (value: number) => ((value - least) / (most - least)) * 100;
  const lines = Array.from(
    { length: Math.floor((most - least) / step + 1e-9) + 1 },
    (_, index) => least + index * step,
  );
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-muted tabular-nums">
      <div aria-hidden className="relative h-48 min-w-8">
        {lines.map((value) => (
          <span key={value} className="absolute right-0 translate-y-1/2" style={{ bottom: `${heightOf(value)}%` }}>
            {numberText(value)}
          </span>
        ))}
      </div>
      <div className="relative h-48 border-b border-line">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full" aria-hidden>
          {lines.map((value) => (
            <path
              key={value}
              d={`M0 ${100 - heightOf(value)}H100`}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          <Drawing kind={kind} points={marks.map(({ x, value }) => ({ x: x * 100, height: heightOf(value) }))} />
        </svg>
        <Marks kind={kind} label={label} marks={marks} heightOf={heightOf} />
      </div>
      <div aria-hidden className="relative col-start-2 mt-1 h-5">
        {marks.map((mark, index) => (
          <AxisLabel key={mark.key} mark={mark} isCentred={kind === "bars"} rank={rankOf(index, marks.length)} />
        ))}
      </div>
    </div>
  );
}

function Drawing({ kind, points }: { kind: ChartProps["kind"]; points: readonly { x: number; height: number }[] }) {
  if (kind === "bars") return <Bars heights={points.map(({ height }) => height)} />;
  const corners = points.map(({ x, height }) => `${x} ${100 - height}`).join("L");
  return (
    <>
      <path d={`M${points[0]?.x ?? 0} 100L${corners}V100Z`} className="fill-accent-soft" />
      <path d={`M${corners}`} className="fill-none stroke-accent stroke-2" vectorEffect="non-scaling-stroke" />
    </>
  );
}

/** Bars side by side in a square of 100: of a chart, or small ones in a table. */
export function Bars({ heights }: { heights: readonly number[] }) {
  const width = 100 / Math.max(1, heights.length);
  return heights.map((height, index) => {
    const shown = height > 0 ? Math.max(height, 2) : 0;
    return (
      <rect
        // Bars keep their order.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        key={index}
        x={(index + 0.06) * width}
        width={width * 0.88}
        y={100 - shown}
        height={shown}
        className="fill-accent"
      />
    );
  });
}

/** What can be pointed at and focused: a column for each mark. One of them is where the Tab key leads. */
function Marks({ kind, label, marks, heightOf }: Omit<ChartProps, "scale"> & { heightOf: (value: number) => number }) {
  const [current, setCurrent] = useState(0);
  const last = marks.length - 1;
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const next = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.querySelectorAll("button")[Math.min(last, Math.max(0, next))]?.focus();
  };
  return (
    <fieldset onKeyDown={move} className="absolute inset-0">
      <legend className="sr-only">{label}</legend>
      {marks.map(({ key, x, value, text }, index) => {
        const height = heightOf(value);
        return (
          <button
            key={key}
            type="button"
            aria-label={text}
            tabIndex={index === Math.min(current, last) ? 0 : -1}
            onFocus={() => setCurrent(index)}
            className="group absolute inset-y-0 min-w-3 -translate-x-1/2 cursor-default rounded hover:z-10 focus:z-10"
            style={{ left: `${x * 100}%`, width: `${100 / marks.length}%` }}
          >
            {kind === "line" && (
              <span
                className="absolute left-1/2 size-2 -translate-x-1/2 translate-y-1/2 rounded-full border-2 border-accent bg-panel group-hover:bg-accent group-focus:bg-accent"
                style={{ bottom: `${height}%` }}
              />
            )}
            <span
              aria-hidden
              className={classNames(
                "pointer-events-none invisible absolute z-10 rounded-md border border-line bg-raised px-2 py-1 whitespace-nowrap text-ink shadow-(--shadow)",
                "group-hover:visible group-focus:visible",
              )}
              // Beside the edges it stays inside the chart.
              style={{ left: "50%", translate: `${-x * 100}% 0`, bottom: `min(${height}% + 0.6rem, 100% - 1.5rem)` }}
            >
              {text}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}

/** Which labels are there: 0 in every window, 1 where there is room, undefined for none. */
function rankOf(index: number, count: number): 0 | 1 | undefined {
  const every = Math.ceil(count / mostLabels);
  if (index % every !== 0) return undefined;
  return (index / every) % 2 === 0 ? 0 : 1;
}

/** A label never leaves the chart: the first begins where it begins, and the last ends where it ends. */
function AxisLabel({
  mark: { x, label },
  isCentred,
  rank,
}: {
  mark: Mark;
  isCentred: boolean;
  rank: 0 | 1 | undefined;
}) {
  if (rank === undefined) return null;
  return (
    <span
      className={classNames("absolute whitespace-nowrap", rank === 1 && "hidden sm:inline")}
      style={{ left: `${x * 100}%`, translate: `${isCentred ? -50 : -x * 100}% 0` }}
    >
      {label}
    </span>
  );
}

/** A scale of counts, whose lines are whole numbers. */
export function countScale(most: number): Scale {
  const step = [1, 2, 5]
    .flatMap((part) => [0, 1, 2, 3, 4, 5, 6].map((power) => part * 10 ** power))
    .toSorted((a, b) => a - b);
  const chosen = step.find((each) => most / each <= 4) ?? most;
  return { least: 0, most: Math.max(1, Math.ceil(most / chosen)) * chosen, step: chosen };
}
