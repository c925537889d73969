/** What a terminal shows, as an SVG that plays its frames. Pure. */
import type { Terminal } from "@xterm/headless";

/** The runs of one colour of each line. */
export type Frame = Run[][];

interface Run {
  column: number;
  text: string;
  isGreen: boolean;
}

const characterWidth = 8.4;
const lineHeight = 19;
const margin = 16;
const secondsPerFrame = 1.4;
const green = 2;

/** The lines that a terminal shows now, below a first line that was typed. */
export function frameOf({ buffer }: Terminal, { firstLine, rows }: { firstLine: string; rows: number }): Frame {
  const { active } = buffer;
  const first = [{ column: 0, text: firstLine, isGreen: false }];
  const lines = Array.from({ length: rows }, (_, row) => runsOf(active.getLine(active.baseY + row)));
  return [first, ...lines];
}

type Line = ReturnType<Terminal["buffer"]["active"]["getLine"]>;

function runsOf(line: Line): Run[] {
  const runs: Run[] = [];
  for (let column = 0; column < (line?.length ?? 0); column += 1) {
    const cell = line?.getCell(column);
    const text = cell?.getChars() || (cell?.getWidth() === 0 ? "" : " ");
    const isGreen = cell?.isFgPalette() === true && cell.getFgColor() === green;
    const last = runs.at(-1);
    const kind = kindOf(text);
    if (last && last.isGreen === isGreen && kind !== "wide" && kind === kindOf(last.text)) last.text += text;
    else if (text !== "") runs.push({ column, text, isGreen });
  }
  return runs.filter(({ text }) => text.trim() !== "");
}

/** What stands in a run together: each part of a bar is drawn, and a wide character is alone. */
function kindOf(text: string): "done" | "open" | "narrow" | "wide" {
  const last = text.at(-1) ?? "";
  if (last === "█") return "done";
  if (last === "░") return "open";
  return /[\x20-\x7e…]/.test(last) ? "narrow" : "wide";
}

/** The frames one after the other; the last stays longest. */
export function svgOf(
  frames: readonly Frame[],
  { columns, rows, title }: { columns: number; rows: number; title: string },
): string {
  const width = Math.ceil(columns * characterWidth + 2 * margin);
  const height = Math.ceil(rows * lineHeight + 2 * margin);
  const seconds = (frames.length + 2) * secondsPerFrame;
  const styles = frames.map((_, index) => styleOf(index, frames.length, seconds));
  const groups = frames.map((frame, index) => `<g class="f f${index}">${frame.map(textOf).join("")}</g>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<style>
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre;fill:#d6deeb}
.g{fill:#7fdb8a}.f{visibility:hidden;animation-duration:${seconds}s;animation-iteration-count:infinite;animation-timing-function:step-end}
${styles.join("\n")}
@media (prefers-reduced-motion:reduce){.f{animation:none}.f${frames.length - 1}{visibility:visible}}
</style>
<rect width="100%" height="100%" rx="8" fill="#10141c"/>
${groups.join("\n")}
</svg>
`;
}

function styleOf(index: number, count: number, seconds: number): string {
  const percent = (frame: number) => ((frame * secondsPerFrame * 100) / seconds).toFixed(2);
  const end = index === count - 1 ? "" : `${percent(index + 1)}%{visibility:hidden}`;
  const start = index === 0 ? "" : "0%{visibility:hidden}";
  return `@keyframes k${index}{${start}${percent(index)}%{visibility:visible}${end}}.f${index}{animation-name:k${index}}`;
}

function textOf(runs: readonly Run[], row: number): string {
  return runs.map((run) => (/^[█░]/.test(run.text) ? barOf(run, row) : wordsOf(run, row))).join("");
}

/** The length is given, so that columns stand below each other in whatever font the reader has. */
function wordsOf({ column, text, isGreen }: Run, row: number): string {
  const shown = text.trimEnd();
  const y = (margin + (row + 0.75) * lineHeight).toFixed(1);
  // A wide character is a separate run, and takes what room it needs.
  const length = /^[\x20-\x7e…]+$/.test(shown) ? ` textLength="${(shown.length * characterWidth).toFixed(1)}"` : "";
  const color = isGreen ? ' class="g"' : "";
  return `<text x="${xOf(column)}" y="${y}"${length}${color}>${escaped(shown)}</text>`;
}

/** Drawn, for not every font has its characters. */
function barOf({ column, text }: Run, row: number): string {
  const place = `x="${xOf(column)}" y="${(margin + (row + 0.2) * lineHeight).toFixed(1)}"`;
  const width = (text.trimEnd().length * characterWidth).toFixed(1);
  return `<rect ${place} width="${width}" height="12" fill="${text.startsWith("█") ? "#7fdb8a" : "#2b3445"}"/>`;
}

function xOf(column: number): string {
  return (margin + column * characterWidth).toFixed(1);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
