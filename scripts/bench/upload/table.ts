import { ratioSpread, spreadOf } from "../harness/statistics.ts";
import type { Uploads } from "./measure.ts";

const columns = ["client", "MiB/s", "ratio", "(quartiles)", "CPU", "peak RSS"] as const;
const widths = [21, 8, 7, 14, 8, 10];

/** A table for one size: speed, speed in units of the pipe, CPU time, and the most memory that any round took. */
export function tableOf(sizeMib: number, uploads: Uploads): string {
  const pipe = speedsOf(uploads, "pipe", sizeMib);
  const rows = [...uploads].map(([name, taken]) => {
    const speeds = speedsOf(uploads, name, sizeMib);
    const { median, low, high } = ratioSpread(speeds, pipe);
    const peakRssMib = Math.max(...taken.map((upload) => upload.peakRssMib));
    return [
      name,
      spreadOf(speeds).median.toFixed(0),
      median.toFixed(2),
      `(${low.toFixed(2)}–${high.toFixed(2)})`,
      `${spreadOf(taken.map(({ cpuSeconds }) => cpuSeconds)).median.toFixed(2)} s`,
      `${peakRssMib.toFixed(0)} MiB`,
    ];
  });
  return [`\n${sizeMib} MiB`, ...[[...columns], ...rows].map(lineOf)].join("\n");
}

function speedsOf(uploads: Uploads, name: string, sizeMib: number): number[] {
  return (uploads.get(name) ?? []).map(({ seconds }) => sizeMib / seconds);
}

function lineOf(cells: readonly string[]): string {
  return cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("");
}
