/** What the demo shows while it runs: one line for each stage, updated in place and in colour if the output is a terminal. */
import { styleText } from "node:util";
import type { FlowEvent, UploadProgress } from "@call-analysis/sdk";

/** Where the output goes. */
export interface Terminal {
  /** In characters. */
  width: number;
  /** Whether a line can be written over. */
  isInteractive: boolean;
  /** Colours a text, if colours are on. */
  paint: (color: Color, text: string) => string;
}

export type Color = "bold" | "dim" | "cyan" | "green" | "yellow" | "red";

/** Describes an output; `NO_COLOR` and `FORCE_COLOR` are respected. A pipe gets plain lines of 80 characters. */
export function terminalOf(stream: NodeJS.WriteStream): Terminal {
  return {
    width: Math.min(Math.max(stream.columns || 80, 50), 120),
    isInteractive: stream.isTTY === true && process.env.TERM !== "dumb",
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

/** Shows what happens to a recording. Pass its two methods as `onEvent` and `onProgress`. */
export class StageLines {
  readonly #terminal: Terminal;
  readonly #write: (text: string) => void;
  #lastStage: string | undefined;

  constructor(terminal: Terminal, write: (text: string) => void) {
    this.#terminal = terminal;
    this.#write = write;
  }

  readonly onEvent = (event: FlowEvent): void => {
    this.#show(event.type, detailOf(event));
  };

  readonly onProgress = ({ sentBytes, totalBytes }: UploadProgress): void => {
    if (!this.#terminal.isInteractive) return;
    const share = sentBytes / totalBytes;
    const barWidth = this.#terminal.width < 60 ? 12 : 20;
    this.#show("uploading", `${bar(share, barWidth)} ${Math.round(share * 100)} % of ${inKibibytes(totalBytes)}`);
  };

  /** In a terminal, a line replaces the one before it when both belong to the same stage. */
  #show(stage: string, detail: string): void {
    const { width, isInteractive, paint } = this.#terminal;
    const isDone = /ed$/.test(stage);
    const name = paint(isDone ? "green" : "cyan", `${isInteractive ? (isDone ? "✔ " : "• ") : ""}${stage.padEnd(10)}`);
    const line = `${name} ${isInteractive ? cut(detail, width - 14) : detail}\n`;
    this.#write(isInteractive && stage === this.#lastStage ? `${lineUpAndClear}${line}` : line);
    this.#lastStage = stage;
  }
}

const lineUpAndClear = "\u001b[1A\u001b[2K\r";

function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}

function inKibibytes(sizeBytes: number): string {
  return `${Math.round(sizeBytes / 1024)} KiB`;
}

function detailOf(event: FlowEvent): string {
  switch (event.type) {
    case "granting":
      return `asking where to put ${event.filename} (${event.contentType})`;
    case "uploading":
      return `${inKibibytes(event.sizeBytes)} to the signed address`;
    case "uploaded":
      return event.publicUrl;
    case "creating":
      return "sending the call, once";
    case "created":
      return `call ${event.callId}, ${event.status}`;
    case "polling":
      return `reading ${event.poll}: ${event.status}`;
    case "retrying":
      return `${event.stage} failed, attempt ${event.attempt + 1} in ${Math.round(event.pauseMs)} ms`;
    case "paused":
      return `${event.stage} waits ${Math.round(event.pauseMs)} ms: the service asked for it`;
    case "completed":
      return `call ${event.callId}`;
  }
}
