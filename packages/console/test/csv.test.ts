import { expect, test } from "vitest";
import { csvRows } from "../src/pages/campaigns/csv.ts";

const cellsOf = (text: string, delimiter = ",") => [...csvRows(text, delimiter)].map(({ cells }) => cells);
const problemsOf = (text: string) => [...csvRows(text, ",")].map(({ problem }) => problem);

test("cells in quotation marks have delimiters, line ends and doubled marks", () => {
  expect(cellsOf('"a, b","c\r\nd","say ""hi"""\n"","""",x')).toEqual([
    ["a, b", "c\r\nd", 'say "hi"'],
    ["", '"', "x"],
  ]);
});

test("lines end by LF, CRLF or CR, and a line without anything is one empty cell", () => {
  for (const end of ["\n", "\r\n", "\r"])
    expect(cellsOf(["a,b", "", ",c"].join(end) + end)).toEqual([["a", "b"], [""], ["", "c"], [""]]);
});

test("a mark within a cell is a character like any other", () => {
  expect(cellsOf('5" pipe,b')).toEqual([['5" pipe', "b"]]);
  expect(problemsOf('5" pipe,b')).toEqual([undefined]);
});

test("only the delimiter that is given divides cells", () => {
  expect(cellsOf("a,b;c\td", ";")).toEqual([["a,b", "c\td"]]);
  expect(cellsOf("a,b;c\td", "\t")).toEqual([["a,b;c", "d"]]);
});

test("a byte order mark is no part of the first cell", () => {
  expect(cellsOf("\u{feff}a,b")).toEqual([["a", "b"]]);
  expect(cellsOf('\u{feff}"a",b')).toEqual([["a", "b"]]);
});

test("a mark that is not closed takes the rest of the file, and its row says so", () => {
  expect(cellsOf('a\n"b,c\nd')).toEqual([["a"], ["b,c\nd"]]);
  expect(problemsOf('a\n"b,c\nd')).toEqual([undefined, "A quotation mark is not closed."]);
  expect(problemsOf('"')).toEqual(["A quotation mark is not closed."]);
});

test("text behind a closing mark is kept, and its row says so", () => {
  expect(cellsOf('"a"b,c\n"d" ,e')).toEqual([
    ["ab", "c"],
    ["d ", "e"],
  ]);
  expect(problemsOf('"a"b,c\n"d" ,e')).toEqual(["There is text behind a closing quotation mark.", undefined]);
});
