/** `prospects add`: nobody can take a prospect back. */
import { EventEmitter } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { jsonLines, setUpFolder } from "./support/command.ts";

async function setUp() {
  const set = await setUpFolder();
  return { ...set, campaignId: set.service.db.campaigns.list()[0]?.id ?? "" };
}

test("the rows of a CSV file are added in order, and it ends at the first that may not have been added", async () => {
  const { run, service, cwd, campaignId } = await setUp();
  writeFileSync(join(cwd, "people.csv"), '\ufeffname,phone,note\nA,001,"x, y"\nB,002,\nC,+3,z\n');
  service.faults.inject({ operation: "addProspect", network: "reset", skip: 1, times: 1 });
  const { exitCode, stdout, stderr } = await run(["prospects", "add", campaignId, "--from", "people.csv"]);
  expect(exitCode).toBe(3);
  expect(jsonLines(stdout).map(({ row, ok, uncertain, phone }) => ({ row, ok, uncertain, phone }))).toEqual([
    { row: 2, ok: true, uncertain: false, phone: "001" },
    { row: 3, ok: false, uncertain: true, phone: "002" },
  ]);
  expect(stderr).toContain("Row 3: The service did not confirm the prospect");
  expect(stderr).not.toContain("try again");
  expect(stderr).toContain(
    "If row 3 was added, run the command again with --start-row 4. Otherwise, use --start-row 3.",
  );
  expect(service.journal.count({ operation: "addProspect" })).toBe(2);
});

test("a CSV file that is interrupted says with which row to go on", async () => {
  const { run, service, cwd, campaignId } = await setUp();
  writeFileSync(join(cwd, "people.csv"), "name,phone\nA,1\nB,2\nC,3\n");
  const add = ["prospects", "add", campaignId, "--from", "people.csv"];
  const gate = service.hold("addProspect");
  const signals = new EventEmitter();
  const running = run(add, { signals });
  await gate.reached();
  signals.emit("SIGINT");
  gate.release();
  const { exitCode, stderr } = await running;
  expect(exitCode).toBe(130);
  expect(stderr).toContain("--start-row 3");
  expect(await run([...add, "--start-row", "3"])).toMatchObject({ exitCode: 0 });
  expect(service.db.prospects.list()).toHaveLength(3);
  const past = await run([...add, "--start-row", "9"]);
  expect(past.exitCode).toBe(2);
  expect(past.stderr).toContain("--start-row 9: the file has fewer rows.");
});

/** `prospects add` of so many rows, and what it says of where to go on. */
async function addRows(rows: number, prepare: (service: Awaited<ReturnType<typeof setUp>>["service"]) => void) {
  const { run, service, cwd, campaignId } = await setUp();
  const lines = Array.from({ length: rows }, (_, index) => `P${index + 1},${index + 1}\n`);
  writeFileSync(join(cwd, "people.csv"), `name,phone\n${lines.join("")}`);
  prepare(service);
  const first = await run(["prospects", "add", campaignId, "--from", "people.csv"]);
  const [, startRow] = /--start-row (\d+)/.exec(first.stderr) ?? [];
  service.faults.clear();
  const rest = ["prospects", "add", campaignId, "--from", "people.csv", "--start-row", startRow ?? "1"];
  if (startRow !== undefined) expect(await run(rest)).toMatchObject({ exitCode: 0 });
  return { ...first, startRow, names: service.db.prospects.list().map(({ fields }) => fields.name) };
}

test("a key that is refused in the middle names the row that was not added, and no row is added twice or left out", async () => {
  const fault = { operation: "addProspect", status: 401, skip: 2 } as const;
  const { exitCode, startRow, names, stderr } = await addRows(5, (service) => service.faults.inject(fault));
  expect(stderr).toContain("Check CALL_ANALYSIS_API_KEY.");
  expect({ exitCode, startRow, names }).toEqual({ exitCode: 4, startRow: "4", names: ["P1", "P2", "P3", "P4", "P5"] });
});

test("a row that is refused ends the run, and is the one to start from", async () => {
  const fault = { operation: "addProspect", status: 400, skip: 1, times: 1 } as const;
  const { exitCode, startRow, names } = await addRows(5, (service) => service.faults.inject(fault));
  expect({ exitCode, startRow, names }).toEqual({ exitCode: 1, startRow: "3", names: ["P1", "P2", "P3", "P4", "P5"] });
});

test("rows without a name or a phone are all named, and nothing is sent; empty rows are left out and counted", async () => {
  const { run, service, cwd, campaignId } = await setUp();
  const add = (text: string) => {
    writeFileSync(join(cwd, "people.csv"), text);
    return run(["prospects", "add", campaignId, "--from", "people.csv", "--field", "name=X", "--field", "phone="]);
  };
  const refused = await add("name,phone\nA,1\n,2\nC,\n");
  expect({ ...refused }).toMatchObject({ exitCode: 2, stdout: "" });
  expect(refused.stderr).toContain("Nothing was sent.\n  row 3: name is missing.\n  row 4: phone is missing.\n");
  expect((await add("name,phone,\nA,1,\n")).stderr).toContain("people.csv needs a unique title in column 3.");
  expect(service.journal.entries()).toEqual([]);
  const added = await add("name,phone\nA,1\n,\n , \nB,2\n");
  expect(added).toMatchObject({ exitCode: 0 });
  expect(added.stderr).toContain("Skipped 2 empty rows.");
  expect(jsonLines(added.stdout).map(({ row }) => row)).toEqual([2, 5]);
  expect(service.db.prospects.list().map(({ fields }) => fields)).toEqual([
    { name: "A", phone: "1" },
    { name: "B", phone: "2" },
  ]);
});

test.each([
  [
    "is not UTF-8",
    Buffer.from("name,phone\nMich\xb3,1\n", "latin1"),
    "it is not UTF-8. Save it as UTF-8. Nothing was sent.",
  ],
  ["has a title twice", "name,phone,phone\nA,1,2\n", "needs a unique title in column 3. Nothing was sent."],
  ["has semicolons", "name;phone\nNowak, A;1\n", "has no commas. Separate the columns with commas."],
  ["has tabs", "name\tphone\nA\t1\n", "has no commas. Separate the columns with commas."],
  [
    "has titles in capitals",
    "Name,PHONE\nA,1\n",
    "has no column name and no column phone. Its columns are: Name, PHONE.",
  ],
])("a CSV file that %s is refused with what to do, and nothing is sent", async (_, content, says) => {
  const { run, service, cwd, campaignId } = await setUp();
  writeFileSync(join(cwd, "people.csv"), content);
  const { exitCode, stderr } = await run(["prospects", "add", campaignId, "--from", "people.csv"]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(says) });
  expect(service.journal.entries()).toEqual([]);
});

test.each([
  ["UTF-8", "\ufeffname,phone\nMichał,1\n"],
  ["UTF-16, little end first", Buffer.from("\ufeffname,phone\nMichał,1\n", "utf16le")],
  ["UTF-16, big end first", Buffer.from("\ufeffname,phone\nMichał,1\n", "utf16le").swap16()],
])("a CSV file that a byte order mark tells to be %s is read as that", async (_, content) => {
  const { run, service, cwd, campaignId } = await setUp();
  writeFileSync(join(cwd, "people.csv"), content);
  expect(await run(["prospects", "add", campaignId, "--from", "people.csv"])).toMatchObject({ exitCode: 0 });
  expect(service.db.prospects.list().map(({ fields }) => fields)).toEqual([{ name: "Michał", phone: "1" }]);
});
