/** Scores over time: a small chart for each agent or category, and a table that says the same. */
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { countText, dateText, numberText } from "../../ui/format.ts";
import { Panel } from "../../ui/page.tsx";
import { usePageSearch } from "../../ui/page-search.ts";
import { type Point, type ScoredCall, type Series, seriesOf, stretchLengthFor, topOf } from "./series.ts";
import type { TrendsSearch } from "./trends-search.ts";

/** The panel. */
export function ScoresOverTime({ calls }: { calls: readonly ScoredCall[] }) {
  const [{ by = "agent" }] = usePageSearch<TrendsSearch>();
  const length = stretchLengthFor(calls);
  const series = useMemo(() => seriesOf(calls, by, length), [calls, by, length]);
  const points = series.flatMap((each) => each.points);
  const timesMs = points.map(({ startMs }) => startMs);
  const scores = points.map(({ mean }) => mean);
  const frame = {
    firstMs: Math.min(...timesMs),
    lastMs: Math.max(...timesMs),
    least: Math.min(0, ...scores),
    most: topOf(Math.max(...scores)),
  };
  return (
    <Panel title="Scores over time" actions={<GroupingChoice by={by} />}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-x-6 gap-y-4 p-4">
        {series.map(({ id, label, mean, count, points: own }) => (
          <li key={id} className="min-w-0">
            <Link
              to="/calls"
              search={{ [by]: id, status: "completed" }}
              title={`Calls: ${label}`}
              className="inline-block rounded py-0.5 font-medium wrap-anywhere hover:text-accent hover:underline"
            >
              {label}
            </Link>
            <p className="mb-1 text-xs text-muted tabular-nums">
              {countText(count, "call")}, average {numberText(mean)}
            </p>
            <LineChart label={label} points={own} frame={frame} />
          </li>
        ))}
      </ul>
      <details className="border-t border-line">
        <summary className="rounded px-4 py-2 text-muted hover:text-ink">Show the averages of each {length}</summary>
        <Averages series={series} startsMs={[...new Set(timesMs)].toSorted((one, other) => one - other)} />
      </details>
    </Panel>
  );
}

function GroupingChoice({ by }: { by: "agent" | "category" }) {
  const [, change] = usePageSearch<TrendsSearch>();
  const button = (label: string, value: "category" | undefined) => (
    <button
      type="button"
      aria-pressed={by === (value ?? "agent")}
      onClick={() => change({ by: value })}
      className="h-6 rounded px-2 text-xs text-muted hover:text-ink aria-pressed:bg-ink/8 aria-pressed:font-medium aria-pressed:text-ink"
    >
      {label}
    </button>
  );
  return (
    <fieldset className="inline-flex rounded-md border border-line p-0.5">
      <legend className="sr-only">Group by</legend>
      {button("By agent", undefined)}
      {button("By category", "category")}
    </fieldset>
  );
}

/** Axes that all charts share, so that they can be compared. */
interface Frame {
  firstMs: number;
  lastMs: number;
  least: number;
  most: number;
}

/** Inside of the picture, which has room for labels around it. */
const area = { left: 28, right: 232, top: 8, bottom: 88 };

function LineChart({ label, points, frame }: { label: string; points: readonly Point[]; frame: Frame }) {
  const { firstMs, lastMs, least, most } = frame;
  const part = (value: number, from: number, to: number) => (to > from ? (value - from) / (to - from) : 0.5);
  const x = (ms: number) => area.left + part(ms, firstMs, lastMs) * (area.right - area.left);
  const y = (score: number) => area.bottom - part(score, least, most) * (area.bottom - area.top);
  return (
    // The table below the charts has the same figures.
    <svg viewBox="0 0 240 108" role="img" aria-label={`Scores over time: ${label}`} className="w-full text-[10px]">
      {[least, (least + most) / 2, most].map((score) => (
        <g key={score}>
          <path d={`M${area.left} ${y(score)}H${area.right}`} className="stroke-line" />
          <text x={area.left - 6} y={y(score) + 3.5} textAnchor="end" className="fill-muted tabular-nums">
            {numberText(score)}
          </text>
        </g>
      ))}
      <polyline
        points={points.map(({ startMs, mean }) => `${x(startMs)},${y(mean)}`).join(" ")}
        className="fill-none stroke-accent stroke-2"
      />
      {points.map(({ startMs, mean, count }) => (
        <g key={startMs}>
          <circle cx={x(startMs)} cy={y(mean)} r={2.5} className="fill-accent" />
          <circle cx={x(startMs)} cy={y(mean)} r={7} className="fill-transparent">
            <title>{`${dayText(startMs)}: ${numberText(mean)}, ${countText(count, "call")}`}</title>
          </circle>
        </g>
      ))}
      <text x={area.left} y={104} className="fill-muted">
        {dayText(firstMs)}
      </text>
      {lastMs > firstMs && (
        <text x={area.right} y={104} textAnchor="end" className="fill-muted">
          {dayText(lastMs)}
        </text>
      )}
    </svg>
  );
}

function dayText(ms: number): string {
  return dateText(new Date(ms).toISOString());
}

function Averages({ series, startsMs }: { series: readonly Series[]; startsMs: readonly number[] }) {
  return (
    <section
      // A region that scrolls must be reachable by the keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      aria-label="Averages"
      className="overflow-x-auto"
    >
      <table className="w-full">
        <thead className="text-xs text-muted">
          <tr>
            {["From", ...series.map(({ label }) => label)].map((name, index) => (
              <th key={series[index - 1]?.id ?? ""} scope="col" className="px-4 py-1.5 text-left font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {startsMs.map((startMs) => (
            <tr key={startMs} className="border-t border-line">
              <th scope="row" className="px-4 py-1 text-left font-normal whitespace-nowrap">
                {dayText(startMs)}
              </th>
              {series.map(({ id, points }) => {
                const point = points.find((each) => each.startMs === startMs);
                return (
                  <td key={id} className="px-4 py-1 tabular-nums">
                    {point ? numberText(point.mean) : "–"}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
