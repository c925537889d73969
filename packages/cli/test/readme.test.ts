/** With `UPDATE_README=1` what the program says of itself is written into the README instead of compared. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { recordingEndings } from "@call-analysis/sdk/node";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { serviceJournalPath } from "../src/analyze/command-journal.ts";
import { exitCodes } from "../src/errors.ts";
import { createProgram } from "../src/program.ts";

const path = join(import.meta.dirname, "../README.md");
const stream = () => new PassThrough();
const context = { env: {}, cwd: "/", stdin: stream(), stdout: stream(), stderr: stream(), signals: process };
const { program } = createProgram(context);

test("the README's table of commands is what the program offers", () => {
  const rows = commandsOf(program).map(({ usage, description }) => `| \`${usage}\` | ${description} |`);
  checkBlock("commands", ["| command | what it does |", "| --- | --- |", ...rows, completionRow]);
});

test("the README's screen is that of the terminal test at 80 columns", () => {
  const [, end = ""] = readFileSync(join(import.meta.dirname, "golden/analyze-80.txt"), "utf8").split(/^-+$/m);
  // The terminal test names a journal, and the README's command does not.
  const journal = serviceJournalPath("http://127.0.0.1:4010/v1", { HOME: "/home/you" });
  checkBlock("screen", ["```", ...end.trim().replace("Journal: j", `Journal: ${journal}`).split("\n"), "```"]);
});

test("the README lists every exit code", () => {
  const listed = [...readFileSync(path, "utf8").matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
  expect(listed).toEqual(Object.values(exitCodes));
});

test("the README lists the extensions that are read in folders", () => {
  const [, listed = ""] =
    /reads files with these extensions: ([\s\S]*?)\. It counts/.exec(readFileSync(path, "utf8")) ?? [];
  expect(listed.match(/(?<=\.)\w+/g)).toEqual(recordingEndings);
});

const completionRow = "| `completion <shell>` | print the completion script for bash, zsh, fish or powershell |";

interface Row {
  usage: string;
  description: string;
}

/** The commands that do something. */
function commandsOf(command: Command, names: readonly string[] = []): Row[] {
  return command.commands.flatMap((child) => {
    const path = [...names, child.name()];
    const below = commandsOf(child, path);
    // Without an action it is a name for others.
    if (below.length > 0 && child.name() !== "uncertain") return below;
    const parameters = child.registeredArguments.map((argument) => {
      const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
      return argument.required ? `<${name}>` : `[${name}]`;
    });
    return [{ usage: [...path, ...parameters].join(" "), description: child.description() }, ...below];
  });
}

function checkBlock(name: string, lines: readonly string[]): void {
  const readme = readFileSync(path, "utf8");
  const block = new RegExp(`(<!-- begin ${name}: .*-->\\n)([\\s\\S]*?)(<!-- end ${name} -->)`);
  const text = `${lines.join("\n")}\n`;
  if (process.env.UPDATE_README)
    writeFileSync(
      path,
      readme.replace(block, (_, begin, __, end) => begin + text + end),
    );
  else expect(block.exec(readme)?.[2]).toBe(text);
}
