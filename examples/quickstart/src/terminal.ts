/** The demo's progress: one line for each stage. */
import { styleText } from "node:util";
import type { FlowEvent } from "@call-analysis/sdk";

/** Where the output goes. */
export interface Terminal {
  /** In characters. */
  width: number;
  /** Colours a text, if colours are on. */
  paint: (color: Color, text: string) => string;
}

export type Color = "bold" | "dim" | "cyan" | "green" | "yellow" | "red";

/** Describes an output. Respects `NO_COLOR` and `FORCE_COLOR`. A pipe gets lines of 80 characters. */
export function terminalOf(stream: NodeJS.WriteStream): Terminal {
  return {
    width: Math.min(Math.max(stream.columns || 80, 50), 120),
    paint: (color, text) => styleText(color, text, { stream }),
  };
}

/** A bar of `width` characters, filled up to a share from 0 to 1. */
export function bar(share: number, width: number): string {
  const filled = Math.round(Math.min(Math.max(share, 0), 1) * width);
  return "█".repeat(filled) + "░".repeat(width - filled);
}

/** Breaks a text between words, so that no line is longer than the width. */
export function wrap(text: string, width: number): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.join("\n");
}

/** An event of the flow, in one line that fits the terminal. */
export function stageLine(event: FlowEvent, { width, paint }: Terminal): string {
  const stage = event.type.padEnd(10);
  const detail = detailOf(event);
  const room = width - stage.length - 1;
  const shown = detail.length > room ? `${detail.slice(0, room - 1)}…` : detail;
  return `${paint(event.type.endsWith("ed") ? "green" : "cyan", stage)} ${shown}`;
}

function detailOf(event: FlowEvent): string {
  switch (event.type) {
    case "granting":
      return `asking where to put ${event.filename} (${event.contentType})`;
    case "uploading":
      return `${Math.round(event.sizeBytes / 1024)} KiB to the signed address`;
    case "uploaded":
      return event.publicUrl;
    case "creating":
      return "sending the call, once";
    case "created":
      return `call ${event.callId}`;
    case "polling":
      return `reading ${event.poll}: ${event.status}`;
    case "retrying":
      return `${event.stage} failed, attempt ${event.attempt + 1} in ${Math.round(event.pauseMs)} ms`;
    case "completed":
      return `call ${event.callId}`;
  }
}
