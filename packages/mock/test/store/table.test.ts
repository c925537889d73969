import { expect, test, vi } from "vitest";
import { frozenCopy } from "../../src/core/frozen-copy.js";
import { Table } from "../../src/store/table.js";

interface Person {
  readonly id: string;
  readonly email: string | null;
  readonly team: string;
  readonly tags?: string[];
}

function people(...rows: Person[]) {
  const table = new Table<Person>({
    name: "person",
    unique: { name: "email", keyOf: ({ email }) => email ?? undefined },
    groupOf: ({ team }) => team,
  });
  for (const row of rows) table.insert(row);
  return table;
}

const asha = { id: "1", email: "asha@example.com", team: "sales" };
const ravi = { id: "2", email: "ravi@example.com", team: "sales" };

test("a row is found by id, by unique key and by group", () => {
  const table = people(asha, ravi);
  expect(table.get("1")).toEqual(asha);
  expect(table.find("ravi@example.com")).toEqual(ravi);
  expect(table.listOf("sales")).toEqual([asha, ravi]);
  expect([table.get("3"), table.find("x"), table.listOf("x")]).toEqual([undefined, undefined, []]);
});

test("an id and a unique key are had by one row, and the error says which has them", () => {
  const table = people(asha, ravi);
  expect(() => table.insert({ ...asha, email: null })).toThrow('The person "1" already exists.');
  expect(() => table.insert({ ...asha, id: "3" })).toThrow(/"3" cannot have email "asha@example.com": row "1" has it/);
  expect(() => table.update("2", { email: asha.email })).toThrow(/row "1" has it/);
  expect(table.list()).toEqual([asha, ravi]);
});

test("an update moves a row in every look-up, and keeps its place and its id", () => {
  const table = people(asha, ravi);
  table.update("1", { email: "new@example.com", team: "support" });
  expect(table.find("asha@example.com")).toBeUndefined();
  expect(table.find("new@example.com")?.id).toBe("1");
  expect(table.listOf("sales")).toEqual([ravi]);
  expect(table.list().map(({ id }) => id)).toEqual(["1", "2"]);
  expect(() => table.update("3", {})).toThrow('The person "3" does not exist.');
});

test("a deleted row is in no look-up, and its unique key is free", () => {
  const table = people(asha);
  expect([table.delete("1"), table.delete("1")]).toEqual([true, false]);
  expect([table.get("1"), table.listOf("sales")]).toEqual([undefined, []]);
  expect(table.insert({ ...asha, id: "3" }).id).toBe("3");
});

test("the same list is given until one of its rows changes", () => {
  const table = people(asha);
  const list = table.listOf("sales");
  expect(table.listOf("sales")).toBe(list);
  table.insert(ravi);
  expect(table.listOf("sales")).toEqual([asha, ravi]);
});

test("neither what was put in nor what comes out changes the table", () => {
  const row = { ...asha, tags: ["new"] };
  const table = people(row);
  row.tags.push("changed");
  expect(table.get("1")?.tags).toEqual(["new"]);
  expect(() => table.get("1")?.tags?.push("changed")).toThrow(TypeError);
  const tags = ["updated"];
  table.update("1", { tags });
  tags.push("changed");
  expect(table.get("1")?.tags).toEqual(["updated"]);
});

test("a frozen copy has a date, and whatever else says how it is as JSON, as that", () => {
  const at = new Date(Date.UTC(2026, 0, 31));
  expect(frozenCopy({ at, list: [new URL("https://a.example/b")] })).toEqual({
    at: "2026-01-31T00:00:00.000Z",
    list: ["https://a.example/b"],
  });
});

test("a frozen copy keeps every key, one named `__proto__` included, and shares nothing", () => {
  const value = JSON.parse('{"__proto__":{"a":[1]},"constructor":null,"b":{"c":true}}');
  const copy = frozenCopy(value);
  expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
  expect(copy.b).not.toBe(value.b);
  expect(Object.isFrozen(copy.b)).toBe(true);
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
});

test("a look-up by id or by key does not scan: it looks at the key of no row", () => {
  const email = vi.fn((person: Person) => person.email ?? undefined);
  const table = new Table<Person>({ name: "person", unique: { name: "email", keyOf: email } });
  for (let index = 0; index < 1_000; index += 1) {
    table.insert({ id: `p${index}`, email: `${index}@x.y`, team: `${index % 10}` });
  }
  email.mockClear();
  expect(table.get("p999")?.email).toBe("999@x.y");
  expect(table.find("999@x.y")?.id).toBe("p999");
  expect(email).not.toHaveBeenCalled();
});
