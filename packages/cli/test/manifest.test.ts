/** A CSV file with a row for each recording. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { jsonLines, setUpFolder } from "./support/command.ts";

async function setUp() {
  const set = await setUpFolder({ "in/a.wav": 1, "in/b.wav": 2, "in/c.wav": 3 });
  const [asha, other] = set.service.db.agents.list();
  const categories = set.service.db.categories.list().map(({ id }) => id);
  const analyze = (text: string | Buffer, ...parameters: string[]) => {
    writeFileSync(join(set.cwd, "in/calls.csv"), text);
    return set.run(["analyze", "--manifest", "in/calls.csv", "--journal", "j", ...parameters]);
  };
  return { ...set, asha, other, categories, analyze };
}

test("each row is a recording with its own agent, category, date and fields; flags fill what is empty", async () => {
  const { analyze, service, asha, other, categories, calls } = await setUp();
  const [first = "", second = ""] = categories;
  const text = [
    "file,member,category,date,udf.crm,udf.team",
    `a.wav,${asha?.email.toUpperCase()},${first},2026-11-21,17,`,
    `b.wav,,${second},,,north`,
    `c.wav,${other?.id},,,,`,
  ].join("\r\n");
  const flags = ["--member", `${other?.id}`, "--category", first, "--udf", "team=south"];
  const { exitCode, stdout } = await analyze(Buffer.from(`\ufeff${text}`, "utf16le"), ...flags);
  expect(exitCode).toBe(0);
  const sent = service.db.calls.list().map(({ memberId, categoryId, udfs }) => ({ memberId, categoryId, udfs }));
  expect(sent).toHaveLength(3);
  expect(sent).toEqual(
    expect.arrayContaining([
      { memberId: asha?.id, categoryId: first, udfs: { team: "south", crm: "17" } },
      { memberId: other?.id, categoryId: second, udfs: { team: "north" } },
      { memberId: other?.id, categoryId: first, udfs: { team: "south" } },
    ]),
  );
  const rows = jsonLines(stdout);
  expect(rows.map(({ file }) => file).sort()).toEqual(["in/a.wav", "in/b.wav", "in/c.wav"]);
  expect(rows.find(({ file }) => file === "in/a.wav")).toMatchObject({ memberId: asha?.id, date: "2026-11-21" });
  await analyze(text, ...flags);
  expect(calls()).toHaveLength(3);
});

test("everything that is wrong in any row is told with its number, before anything is uploaded", async () => {
  const { analyze, service, memberId, categories, cwd } = await setUp();
  mkdirSync(join(cwd, "in/folder"));
  const rows = [
    `a.wav,${memberId},${categories[0]},`,
    `aa.wav,${memberId},${categories[0]},`,
    `folder,nobody@example.com,${categories[0]}_,`,
    ",,,31/02/2026",
    `a.wav,${memberId},${categories[0]},,further`,
  ];
  const { exitCode, stdout, stderr } = await analyze(`file,member,category,date\n${rows.join("\n")}\n`);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
  const lines = stderr.split("\n").filter((line) => line.startsWith("  row "));
  expect(lines).toEqual([
    "  row 3: file: aa.wav is missing.",
    "  row 4: file: folder is not a regular file.",
    expect.stringContaining('  row 4: member: the agent "nobody@example.com" does not exist.'),
    expect.stringContaining(`Did you mean ${categories[0]}?`),
    "  row 5: file is missing.",
    "  row 5: member is missing. Fill it in, or pass --member for all rows.",
    "  row 5: category is missing. Fill it in, or pass --category for all rows.",
    '  row 5: The date "31/02/2026" does not exist. Use YYYY-MM-DD or DD/MM/YYYY.',
    "  row 6: it has 5 cells for 4 titles.",
  ]);
  expect(service.journal.count({ operation: "createUploadUrl" })).toBe(0);
});

test.each([
  { text: "file,agent\na.wav,x\n", says: 'has an unknown column, "agent"' },
  { text: "member\nx\n", says: "has no column file" },
  { text: "file\n\n", says: "has no rows" },
])("a manifest is refused as a whole: $says", async ({ text, says }) => {
  const { analyze, service } = await setUp();
  const { exitCode, stderr } = await analyze(text);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(says) });
  expect(service.journal.entries()).toEqual([]);
});
