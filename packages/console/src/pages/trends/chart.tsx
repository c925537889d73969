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

/** How far labels must be from each other, as a share of the width, so that they do not touch: in narrow windows farther. */
const wideDistance = 0.25;
const narrowDistance = 0.4;

/** The chart. It is as wide as its container. */
export function Chart({ kind, label, marks, scale }: ChartProps) {
  const { least, most, step } = scale;
  // What has a label in a narrow window has one in a wide window too.
  const inNarrow = labelled([...labelled(marks, wideDistance)], narrowDistance);
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
        {[...labelled(marks, wideDistance)].map((mark) => (
          <AxisLabel key={mark.key} mark={mark} isCentred={kind === "bars"} isInNarrow={inNarrow.has(mark)} />
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

/** Wider columns of the first and the last point would reach out of the page. */
const widestColumn = 14;

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
            className="group absolute inset-y-0 min-w-3 -translate-x-1/2 cursor-default rounded outline-none hover:z-10 focus:z-10 focus-visible:bg-ink/8"
            style={{ left: `${x * 100}%`, width: `${Math.min(widestColumn, 100 / marks.length)}%` }}
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

/** The marks whose labels are so far from each other; the last one always. */
function labelled(marks: readonly Mark[], distance: number): Set<Mark> {
  const chosen: Mark[] = [];
  for (const mark of marks) if (mark.x - (chosen.at(-1)?.x ?? -1) >= distance) chosen.push(mark);
  const last = marks.at(-1);
  const apart = chosen.filter((mark) => last && last.x - mark.x >= distance);
  return new Set(last ? [...apart, last] : []);
}

/** A label never leaves the chart: the first begins where it begins, and the last ends where it ends. */
function AxisLabel({
  mark: { x, label },
  isCentred,
  isInNarrow,
}: {
  mark: Mark;
  isCentred: boolean;
  isInNarrow: boolean;
}) {
  return (
    <span
      className={classNames("absolute whitespace-nowrap", !isInNarrow && "hidden sm:inline")}
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
