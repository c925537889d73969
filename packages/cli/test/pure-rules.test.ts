import { EventEmitter } from "node:events";
import { dirname } from "node:path";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { parseDate } from "../src/analyze/call-date.ts";
import { serviceJournalPath } from "../src/analyze/command-journal.ts";
import { Interruption } from "../src/analyze/interruption.ts";
import { canonicalAddress, parseAddress, parseCount, parsePair } from "../src/flag-values.ts";
import { commandText } from "../src/output/shell-command.ts";
import { type Column, tableText } from "../src/output/table.ts";
import { oneLine } from "../src/output/text-width.ts";

test.each([
  "2026-11-21",
  "21/11/2026 14:30",
  "21/11/2026 9:30 am",
  "2026-11-21T14:30:00.5+05:30",
  "2026-11-21T1430Z",
  "2024-02-29",
])("--date takes %s as it is", (date) => {
  expect(parseDate(date)).toBe(date);
});

test.each([
  "2026-02-30",
  "2025-02-29",
  "21.11.2026",
  "tomorrow",
  "",
  "2026-11-21Tnoon",
  "2026-11-21T9:30Z",
  "21/11/2026 9:30",
  "2026-11-21T09:3",
])("--date refuses %s", (date) => {
  expect(() => parseDate(date)).toThrow(/does not exist|must look like/);
});

test.each(["0", "-1", "1.5", "x", "", "0x10", "1e3"])("a count refuses %s", (text) => {
  expect(() => parseCount(text)).toThrow(/whole number/);
});

test("a count takes 0123 as 123, and an address loses its last slash", () => {
  expect(parseCount("0123")).toBe(123);
  expect(parseAddress("https://host/v1/")).toBe("https://host/v1");
  expect(() => parseAddress("host/v1")).toThrow(/https:\/\/host\/v1/);
});

test("a pair is split at its first =", () => {
  expect(parsePair("a=b=c", { x: "1" })).toEqual({ x: "1", a: "b=c" });
  expect(() => parsePair("a=2", { a: "1" })).toThrow(/twice/);
  expect(() => parsePair("=2")).toThrow(/name=value/);
  expect(Object.keys(parsePair("__proto__=x"))).toEqual(["__proto__"]);
});

test("texts from outside are on one line, and no terminal obeys them", () => {
  expect(oneLine("a\r\n b\u001b[31mc\u202ed")).toBe("a b�[31mc�d");
});

const column = (title: string, index: number, options: Partial<Column<string[]>> = {}): Column<string[]> => ({
  ...{ title, text: (row: string[]) => row[index] ?? "" },
  ...options,
});
const columns = [column("File", 0, { isPath: true }), column("Call", 1, { isWhole: true })];

test("a table cuts its paths, wraps its texts, and never cuts an id", () => {
  const rows = [["recordings/a-very-long-name-of-a-recording.wav", "call_0123456789", "What was the price?"]];
  const text = tableText([...columns, column("Question", 2)], rows, 44);
  expect(text).toBe(
    [
      "FILE          CALL             QUESTION",
      "…cording.wav  call_0123456789  What was the",
      "                               price?",
      "",
    ].join("\n"),
  );
});

test("where ids have no room beside each other, each row has its texts one below the other", () => {
  const rows = [["recordings/a-name.wav", "call_0123456789", "Not interested"]];
  expect(tableText([...columns, column("Outcome", 2)], rows, 24)).toBe(
    "recordings/a-name.wav\n  call_0123456789\n  Not interested\n",
  );
});

test("a table in a pipe cuts nothing, and its columns stand below each other whatever the script", () => {
  const rows = [
    ["電話会議.wav", "c1"],
    ["a.wav", "c2"],
  ];
  expect(tableText(columns, rows, Infinity)).toBe("FILE          CALL\n電話会議.wav  c1\na.wav         c2\n");
});

test("the journal's place is one for each service, however its address is spelled", () => {
  const path = (baseUrl: string) => serviceJournalPath(canonicalAddress(baseUrl), { XDG_STATE_HOME: "/state" });
  expect(path("https://host/v1")).toMatch(/^\/state\/call-analysis\/host-[0-9a-f]{12}\.journal$/);
  for (const same of ["https://host/v1/", "HTTPS://HOST/v1", "https://host:443/v1", "https://host/x/../v1//"])
    expect(path(same)).toBe(path("https://host/v1"));
  for (const other of ["http://host/v1", "https://host/v2", "https://host:8443/v1", "https://other/v1"])
    expect(path(other)).not.toBe(path("https://host/v1"));
});

test.each([
  [{ XDG_STATE_HOME: "/state" }, "/state/call-analysis"],
  [{}, "/home/me/.local/state/call-analysis"],
  // A path that is not absolute would be another folder wherever the command runs.
  [{ XDG_STATE_HOME: "state" }, "/home/me/.local/state/call-analysis"],
])("with %j the journals are in %s", (named, state) => {
  expect(dirname(serviceJournalPath("https://host/v1", { HOME: "/home/me", ...named }))).toBe(state);
});

test("a run that is asked to end is stopped, and ends at once when it is asked again, which an error does not do", () => {
  const signals = new EventEmitter();
  const interruption = new Interruption();
  interruption.listen({ signals, stderr: new PassThrough() }, () => {});
  const state = () => [interruption.stopping.signal.aborted, interruption.ending.signal.aborted];
  interruption.fail(new Error("The disk is full."));
  expect(state()).toEqual([true, false]);
  signals.emit("SIGINT");
  expect(state()).toEqual([true, false]);
  signals.emit("SIGHUP");
  expect(state()).toEqual([true, false]);
  signals.emit("SIGINT");
  expect(state()).toEqual([true, true]);
});

test("a command that is told can be pasted into a shell", () => {
  expect(commandText(["analyze", "it's here/", "--udf", "a=b c"])).toBe(
    "call-analysis analyze 'it'\\''s here/' --udf 'a=b c'",
  );
});
