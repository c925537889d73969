import { expect, test } from "vitest";
import { type ProspectRow, prospectsOf, readProspects } from "../src/pages/campaigns/prospect-csv.ts";

function rowsOf(text: string): readonly ProspectRow[] {
  const read = prospectsOf(text);
  if ("problem" in read) throw new Error(read.problem);
  return read.rows;
}

const problemsOf = (text: string) => rowsOf(text).map(({ row, problems }) => [row, problems.join(" ")]);

test.each([
  ["comma", "name,phone,city\nRavi,98111,Pune\n"],
  ["semicolon", "name;phone;city\r\nRavi;98111;Pune\r\n"],
  ["tab", "name\tphone\tcity\nRavi\t98111\tPune"],
  ["a byte order mark, and other capitals", "\u{feff}Name, PHONE ,city\nRavi, 98111 ,Pune\n"],
])("prospects are read from a file with %s", (_, text) => {
  expect(rowsOf(text)).toEqual([{ row: 2, prospect: { name: "Ravi", phone: "98111", city: "Pune" }, problems: [] }]);
});

test("a file of two columns is read whatever its delimiter is, and with empty lines between its rows", () => {
  for (const delimiter of [",", ";", "\t"]) {
    const lines = [`phone${delimiter}name`, "", `98111${delimiter}A`, "", "", `98222${delimiter}B`, "", ""];
    expect(rowsOf(lines.join("\n")).map(({ prospect }) => prospect.name)).toEqual(["A", "B"]);
  }
});

test("rows are numbered as a spreadsheet does, and empty ones are left out", () => {
  expect(rowsOf('name,phone\nA,98111\n,\n"B\nC",98222\n').map(({ row }) => row)).toEqual([2, 4]);
});

test("each bad row says why", () => {
  const rows = [",98111", "B,", "C,call me", "D,9.19E+11", "E,12", "F,98222,x,y", "G,+98 222", "H,(0)98333 ext. 4"];
  expect(problemsOf(["name,phone,city", ...rows].join("\n"))).toEqual([
    [2, "The name is missing."],
    [3, "The phone is missing."],
    [4, "This is no phone: call me"],
    [5, "A spreadsheet has cut the phone short: 9.19E+11"],
    [6, "A phone has 5 to 20 digits: 12"],
    [7, "There are 4 cells below 3 columns."],
    [8, "Row 7 has the same phone."],
    [9, ""],
  ]);
});

test("a column named __proto__ is a column like any other", () => {
  const [row] = rowsOf("name,phone,__proto__\nA,98111,x\n");
  expect(Object.entries(row?.prospect ?? {})).toContainEqual(["__proto__", "x"]);
  expect(Object.getPrototypeOf(row?.prospect)).toBe(Object.prototype);
});

test.each([
  ["", "The file is empty."],
  ["name,phone\n", "no rows"],
  ["name,name,phone\nA,B,98111", "comes twice"],
  ["Vorname;Telefon\nA;98111", "lacks “name” and “phone”"],
])("a file that cannot be used says why: %j", (text, problem) => {
  expect(prospectsOf(text)).toEqual({ problem: expect.stringContaining(problem) });
});

test("a file in another encoding is refused, for names would be wrong", async () => {
  const file = new File([new Uint8Array([...Buffer.from("name,phone\nJos"), 0xe9, 0x2c])], "latin.csv");
  expect(await readProspects(file)).toEqual({ problem: expect.stringContaining("UTF-8") });
});
