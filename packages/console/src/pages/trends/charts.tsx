/** The two charts of the trends, each with a table that says the same. */
import type { ReactNode } from "react";
import { countText, numberText } from "../../ui/format.ts";
import { Panel } from "../../ui/page.tsx";
import { Chart, countScale, type Mark } from "./chart.tsx";
import { type Bin, type Bucket, type BucketLength, topOf } from "./statistics.ts";

const dayFormat = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const fullDayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const monthFormat = new Intl.DateTimeFormat(undefined, { month: "short", year: "numeric" });

/** Scores over time: the average of each stretch. One stretch alone is a value, and no line. */
export function ScoresOverTime({ buckets, length }: { buckets: readonly Bucket[]; length: BucketLength }) {
  const name = (startMs: number) => (length === "month" ? monthFormat : fullDayFormat).format(startMs);
  const marks = timeMarks(buckets, length);
  const values = buckets.map(({ mean }) => mean);
  const least = Math.min(0, ...values);
  const most = topOf(Math.max(...values));
  const [only] = marks;
  return (
    <ChartPanel
      title="Scores over time"
      note={`Average of each ${length}`}
      table={
        <Rows
          columns={[length === "day" ? "Day" : `${capital(length)} from`, "Average", "Calls"]}
          rows={buckets.map(({ startMs, mean, count }) => [name(startMs), numberText(mean), numberText(count)])}
        />
      }
    >
      {only && marks.length === 1 ? (
        <div className="grid h-54 place-content-center text-center">
          <p className="text-score font-semibold tracking-tight tabular-nums">{numberText(only.value)}</p>
          <p className="text-muted">
            {name(buckets[0]?.startMs ?? 0)}, {countText(buckets[0]?.count ?? 0, "call")}
          </p>
          <p className="mt-2 text-xs text-muted">A line appears with the calls of another {length}.</p>
        </div>
      ) : (
        <Chart kind="line" label="Scores over time" marks={marks} scale={{ least, most, step: (most - least) / 5 }} />
      )}
    </ChartPanel>
  );
}

/** The year is there where years differ: without it, two labels could be the same. */
function timeMarks(buckets: readonly Bucket[], length: BucketLength): Mark[] {
  const [firstMs, lastMs] = [buckets[0]?.startMs ?? 0, buckets.at(-1)?.startMs ?? 0];
  const isOneYear = new Date(firstMs).getFullYear() === new Date(lastMs).getFullYear();
  const format = length === "month" ? monthFormat : isOneYear ? dayFormat : fullDayFormat;
  const full = length === "month" ? monthFormat : fullDayFormat;
  return buckets.map(({ startMs, mean, count }) => ({
    key: startMs,
    x: lastMs > firstMs ? (startMs - firstMs) / (lastMs - firstMs) : 0.5,
    value: mean,
    label: format.format(startMs),
    text: `${full.format(startMs)}: ${numberText(mean)}, ${countText(count, "call")}`,
  }));
}

/** How many calls have which score. */
export function Distribution({ bins }: { bins: readonly Bin[] }) {
  const marks = bins.map((bin, index) => ({
    key: bin.from,
    x: (index + 0.5) / bins.length,
    value: bin.count,
    label: rangeText(bin),
    text: `${rangeText(bin)}: ${countText(bin.count, "call")}`,
  }));
  return (
    <ChartPanel
      title="Distribution"
      note="Calls in each range of scores"
      table={<Rows columns={["Scores", "Calls"]} rows={bins.map((bin) => [rangeText(bin), numberText(bin.count)])} />}
    >
      <Chart
        kind="bars"
        label="Distribution"
        marks={marks}
        scale={countScale(Math.max(...bins.map(({ count }) => count)))}
      />
    </ChartPanel>
  );
}

function ChartPanel({
  title,
  note,
  table,
  children,
}: {
  title: string;
  note: string;
  table: ReactNode;
  children: ReactNode;
}) {
  return (
    <Panel title={title} actions={<span className="text-xs text-muted">{note}</span>}>
      <div className="px-4 pt-5 pb-2">{children}</div>
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
function rangeText({ from, to }: Pick<Bin, "from" | "to">): string {
  return `${numberText(from)}–${numberText(to)}`;
}
