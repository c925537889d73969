/** The two charts of the trends, each with a table that says the same. */
import { lazy, type ReactNode, Suspense, useMemo } from "react";
import type uPlot from "uplot";
import { numberText } from "../../ui/format.ts";
import { Panel } from "../../ui/page.tsx";
import type { ChartOptions, Colours } from "./chart.tsx";
import type { Bin, Bucket, BucketLength } from "./statistics.ts";
import { ensureValidLanguage } from "./valid-language.ts";

const Chart = lazy(() => {
  ensureValidLanguage();
  return import("./chart.tsx");
});

const dayFormat = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const fullDayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const monthFormat = new Intl.DateTimeFormat(undefined, { month: "short", year: "numeric" });

/** Scores over time: the average of each stretch. */
export function ScoresOverTime({ buckets, length }: { buckets: readonly Bucket[]; length: BucketLength }) {
  const data = useMemo<uPlot.AlignedData>(
    () => [buckets.map(({ startMs }) => startMs / 1_000), buckets.map(({ mean }) => mean)],
    [buckets],
  );
  const nameOf = (startMs: number) => (length === "month" ? monthFormat : fullDayFormat).format(startMs);
  return (
    <ChartPanel
      title="Scores over time"
      note={`Average of each ${length}`}
      data={data}
      options={timeOptions}
      table={
        <Rows
          columns={[`${capital(length)} from`, "Average", "Calls"]}
          rows={buckets.map(({ startMs, mean, count }) => [nameOf(startMs), numberText(mean), numberText(count)])}
        />
      }
    />
  );
}

/** How many calls have which score. */
export function Distribution({ bins }: { bins: readonly Bin[] }) {
  const data = useMemo<uPlot.AlignedData>(
    () => [bins.map(({ from, to }) => (from + to) / 2), bins.map(({ count }) => count)],
    [bins],
  );
  const options = useMemo(() => distributionOptions(bins), [bins]);
  return (
    <ChartPanel
      title="Distribution"
      note="Calls in each range of scores"
      data={data}
      options={options}
      table={<Rows columns={["Scores", "Calls"]} rows={bins.map((bin) => [rangeText(bin), numberText(bin.count)])} />}
    />
  );
}

function ChartPanel({
  title,
  note,
  data,
  options,
  table,
}: {
  title: string;
  note: string;
  data: uPlot.AlignedData;
  options: ChartOptions;
  table: ReactNode;
}) {
  return (
    <Panel title={title} actions={<span className="text-xs text-muted">{note}</span>}>
      <figure className="p-3">
        <div style={{ height: 220 }}>
          <Suspense>
            <Chart data={data} options={options} />
          </Suspense>
        </div>
        <figcaption className="sr-only">
          {title}. {note}. The table below has the same figures.
        </figcaption>
      </figure>
      <details className="border-t border-line">
        <summary className="rounded px-4 py-2 text-muted hover:text-ink">Show “{title}” as a table</summary>
        {table}
      </details>
    </Panel>
  );
}

function Rows({ columns, rows }: { columns: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    // A region that scrolls must be reachable by the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section tabIndex={0} aria-label={`Figures by ${columns[0]}`} className="max-h-64 overflow-auto">
      <table className="w-full">
        <thead className="sticky top-0 bg-panel">
          <tr>
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={`px-4 py-1.5 text-xs font-medium text-muted ${index === 0 ? "text-left" : "text-right"}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...others]) => (
            <tr key={first} className="border-t border-line">
              <th scope="row" className="px-4 py-1 text-left font-normal">
                {first}
              </th>
              {others.map((text, index) => (
                <td key={columns[index + 1]} className="px-4 py-1 text-right tabular-nums">
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** `70–80`. */
export function rangeText({ from, to }: Pick<Bin, "from" | "to">): string {
  return `${numberText(from)}–${numberText(to)}`;
}

const still: Pick<uPlot.Options, "legend" | "cursor" | "padding"> = {
  legend: { show: false },
  // Zooming by a drag would be out of reach for the keyboard.
  cursor: { drag: { x: false, y: false }, points: { show: false }, y: false },
  padding: [8, 12, 0, 0],
};

const timeOptions: ChartOptions = (colours) => ({
  ...still,
  scales: {
    y: { range: (_, least, most) => [Math.min(0, least), Math.max(most, most <= 1 ? 1 : most <= 10 ? 10 : 100)] },
  },
  axes: [
    axis(colours, {
      values: (_, seconds) => seconds.map((second) => dayFormat.format(second * 1_000)),
      space: 72,
      size: 28,
    }),
    axis(colours, { values: (_, scores) => scores.map(numberText), size: 40 }),
  ],
  series: [
    {},
    {
      stroke: colours("accent"),
      width: 2,
      fill: colours("accent-soft"),
      points: { show: true, size: 5, fill: colours("panel"), stroke: colours("accent") },
    },
  ],
});

function distributionOptions(bins: readonly Bin[]): ChartOptions {
  const [start, end] = [bins[0]?.from ?? 0, bins.at(-1)?.to ?? 1];
  const width = (end - start) / Math.max(1, bins.length);
  return (colours) => ({
    ...still,
    scales: {
      x: { time: false, range: () => [start, end] },
      y: { range: (_, __, most) => [0, Math.max(1, most * 1.05)] },
    },
    axes: [
      axis(colours, {
        splits: () => bins.map(({ from }) => from).concat(end),
        values: (_, scores) => scores.map(numberText),
        grid: { show: false },
        size: 28,
      }),
      axis(colours, { values: (_, counts) => counts.map(wholeText), size: 48 }),
    ],
    series: [{}, { stroke: colours("accent"), paths: () => null, points: { show: false } }],
    hooks: { draw: [(plot) => drawBars(plot, { bins, width, colours })] },
  });
}

function wholeText(count: number): string {
  return Number.isInteger(count) ? numberText(count) : "";
}

function drawBars(
  plot: uPlot,
  { bins, width, colours }: { bins: readonly Bin[]; width: number; colours: Colours },
): void {
  const { ctx } = plot;
  const bottom = plot.valToPos(0, "y", true);
  ctx.save();
  ctx.fillStyle = colours("accent");
  for (const { from, count } of bins) {
    const [left, right] = [plot.valToPos(from, "x", true), plot.valToPos(from + width, "x", true)];
    const top = plot.valToPos(count, "y", true);
    const gap = Math.max(1, (right - left) * 0.06);
    ctx.fillRect(left + gap, top, right - left - 2 * gap, bottom - top);
  }
  ctx.restore();
}

/** An axis in the colours of the page. */
function axis(colours: Colours, more: uPlot.Axis): uPlot.Axis {
  return {
    stroke: colours("muted"),
    font: "12px system-ui, sans-serif",
    grid: { stroke: colours("line"), width: 1 },
    ticks: { show: false },
    ...more,
  };
}
