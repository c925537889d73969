import { expect, test } from "vitest";
import { bar, StageLines, type Terminal, terminalOf, wrap } from "../src/terminal.ts";

/** A terminal without colours. */
function terminal(width: number, isInteractive: boolean): Terminal {
  return { width, isInteractive, paint: (_color, text) => text };
}

/** What can be read at the end: a line that was written over is gone. */
function linesOf(written: string): string[] {
  const lines: string[] = [];
  for (const line of written.split("\n").slice(0, -1)) {
    if (line.startsWith("\u001b[1A\u001b[2K\r")) lines.pop();
    lines.push(line.replace("\u001b[1A\u001b[2K\r", ""));
  }
  return lines;
}

/** Shows an upload and three readings. */
function showFlow(to: Terminal): string {
  let written = "";
  const { onEvent, onProgress } = new StageLines(to, (text) => {
    written += text;
  });
  const publicUrl = `http://127.0.0.1:4010/storage/recordings/${"a".repeat(60)}/call.wav`;
  const resume = { version: 1, stage: "poll", callId: "call-1" } as const;
  onEvent({ type: "uploading", filename: "call.wav", contentType: "audio/wav", sizeBytes: 4096 });
  for (const sentBytes of [0, 2048, 4096]) onProgress({ sentBytes, totalBytes: 4096 });
  onEvent({ type: "uploaded", publicUrl, sizeBytes: 4096, resume });
  for (const poll of [1, 2, 3]) onEvent({ type: "polling", callId: "call-1", status: "pending", poll });
  return written;
}

test("in a terminal the upload's bar and the readings each keep to one line", () => {
  expect(linesOf(showFlow(terminal(120, true)))).toEqual([
    `• uploading  ${"█".repeat(20)} 100 % of 4 KiB`,
    expect.stringMatching(/^✔ uploaded {3}http/),
    "• polling    reading 3: pending",
  ]);
});

test.each([50, 80, 120])("in a terminal of %i columns no line is longer, so that it can be written over", (width) => {
  for (const line of linesOf(showFlow(terminal(width, true)))) expect(line.length).toBeLessThan(width);
});

test("in a pipe each reading has a line, without control characters and without a bar", () => {
  const written = showFlow(terminal(80, false));
  expect(written).not.toContain("\u001b");
  expect(written).not.toContain("\r");
  expect(written.match(/^polling +reading \d: pending$/gm)).toHaveLength(3);
  expect(written.match(/^uploading .*$/gm)).toEqual(["uploading  4 KiB to the signed address"]);
});

test("a bar is filled up to its share, and never beyond its ends", () => {
  expect([-1, 0, 0.5, 1, 2].map((share) => bar(share, 4))).toEqual(["░░░░", "░░░░", "██░░", "████", "████"]);
});

test("a text is wrapped between words", () => {
  expect(wrap("one two three four", 9)).toBe("one two\nthree\nfour");
  expect(wrap("unbreakable", 5)).toBe("unbreakable");
});

test.each([
  [undefined, 80],
  [0, 80],
  [30, 50],
  [64, 64],
  [300, 120],
])("an output of %s columns is taken for %i", (columns, width) => {
  expect(terminalOf({ columns } as NodeJS.WriteStream)).toMatchObject({ width, isInteractive: false });
});
