/** The built command in a real pseudo-terminal, and what that shows. */
import { spawn } from "@lydell/node-pty";
import unicode11 from "@xterm/addon-unicode11";
import headless from "@xterm/headless";
import { onTestFinished } from "vitest";
import { commandPath } from "./built-command.ts";

/** A terminal with the command in it. */
export interface TerminalRun {
  /** The lines on the screen and above it, without the empty ones at the end. */
  screen(): Promise<string>;
  /** Everything that was written, with its escape codes. */
  raw(): string;
  type(text: string): void;
  /** Closes the terminal's window, while the command runs. */
  close(): void;
  ended: Promise<number>;
  endedBy: Promise<{ exitCode: number; signal: number }>;
}

export interface TerminalOptions {
  env: NodeJS.ProcessEnv;
  cwd: string;
  columns: number;
}

/** Starts the command in a terminal of so many columns. */
export function startInTerminal(parameters: readonly string[], options: TerminalOptions): TerminalRun {
  return startProgramInTerminal([process.execPath, commandPath, ...parameters], options);
}

/** Starts any program in a terminal. */
export function startProgramInTerminal(
  [program = "", ...parameters]: readonly string[],
  { env, cwd, columns }: TerminalOptions,
): TerminalRun {
  const terminal = new headless.Terminal({ cols: columns, rows: 24, allowProposedApi: true });
  terminal.loadAddon(new unicode11.Unicode11Addon());
  terminal.unicode.activeVersion = "11";
  // The environment of a process has no undefined values in the end.
  const shellEnv = { ...env, TERM: "xterm-256color" } as Record<string, string>;
  const child = spawn(program, parameters, { cols: columns, rows: 24, cwd, env: shellEnv });
  let raw = "";
  child.onData((data) => {
    raw += data;
    terminal.write(data);
  });
  const endedBy = new Promise<{ exitCode: number; signal: number }>((resolve) =>
    child.onExit(({ exitCode, signal = 0 }) => resolve({ exitCode, signal })),
  );
  const ended = endedBy.then(({ exitCode }) => exitCode);
  let isRunning = true;
  void ended.then(() => (isRunning = false));
  onTestFinished(() => {
    if (isRunning) child.kill("SIGKILL");
  });
  // What was written is parsed later.
  const screen = () => new Promise<string>((resolve) => terminal.write("", () => resolve(screenOf(terminal))));
  // The typings leave it out.
  const close = () => (child as unknown as { destroy(): void }).destroy();
  const type = (text: string) => child.write(text);
  return { screen, raw: () => raw, type, close, ended, endedBy };
}

function screenOf({ buffer }: headless.Terminal): string {
  const { active } = buffer;
  const lines = Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString(true) ?? "");
  return lines.join("\n").trimEnd();
}
