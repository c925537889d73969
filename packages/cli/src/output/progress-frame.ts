/**
 * What a terminal shows of a batch: a bar for the whole, and a line for each recording under way. Pure, so that tests compare
 * whole frames at each width. cli-progress cuts lines wherever the terminal ends, and prints nothing without one.
 */
import { type Progress, summaryOf } from "../analyze/progress.js";
import { fit, oneLine, pad, sizeText } from "./text-width.js";

/** The terminal, and how it is written to. */
export interface FrameOptions {
  columns: number;
  rows: number;
  /** Colours the part of the bar that is done. */
  paint?: (text: string) => string;
}

/** The most lines of recordings. */
const mostLines = 6;
const widestBar = 30;
const narrowestBar = 8;

/** The lines of a frame. None is as wide as the terminal: some wrap when the last column is written. */
export function frameOf(progress: Progress, { columns, rows, paint = (text) => text }: FrameOptions): string[] {
  const width = columns - 1;
  const lines = progress.underWay.toSorted(byInterest).map((activity) => lineOf(activity, width));
  const room = Math.max(1, Math.min(mostLines, rows - 3));
  const shown = lines.length > room ? lines.slice(0, room - 1) : lines;
  const others = lines.length - shown.length;
  return [headOf(progress, width, paint), ...shown, ...(others > 0 ? [fit(`  and ${others} more`, width)] : [])];
}

/** The numbers come first: what does not fit is cut at the right. */
function headOf(progress: Progress, width: number, paint: (text: string) => string): string {
  const summary = fit(summaryOf(progress), width);
  const room = Math.min(widestBar, width - summary.length - 1);
  if (room < narrowestBar) return summary;
  const filled = Math.floor((progress.total === 0 ? 1 : progress.done / progress.total) * room);
  return `${summary} ${paint("█".repeat(filled))}${"░".repeat(room - filled)}`;
}

type Activity = Progress["underWay"][number];

const order = ["uploading", "retrying", "creating", "waiting", "preparing"];

function byInterest(one: Activity, other: Activity): number {
  return order.indexOf(one.what) - order.indexOf(other.what);
}

const detailWidth = 16;

function lineOf(activity: Activity, width: number): string {
  const start = `  ${pad(activity.what, 9)}  `;
  const detail = detailOf(activity);
  // A narrow terminal shows the name before the details.
  const details = width >= 60 ? `${pad(detail, detailWidth)}  ` : "";
  const room = width - start.length - details.length;
  return `${start}${details}${fit(oneLine(activity.name), room, { keep: "end" })}`;
}

function detailOf({ what, sentBytes, totalBytes, status = "", pauseMs = 0 }: Activity): string {
  switch (what) {
    case "uploading": {
      const percent = totalBytes === 0 ? 0 : Math.floor((sentBytes / totalBytes) * 100);
      return `${percent} % of ${sizeText(totalBytes)}`;
    }
    case "waiting":
      return fit(oneLine(status), detailWidth);
    case "retrying":
      return `in ${(pauseMs / 1_000).toFixed(1)} s`;
    case "creating":
    case "preparing":
      return "";
  }
}
