import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { cleanCause } from "../../src/request/clean-cause.js";

const redact = (text: string) => text.replaceAll("s3cret", "[redacted]");
const clean = (cause: unknown) => cleanCause(cause, redact);
const withFields = (fields: object) => Object.assign(new Error("no"), fields);
/** An error with so many causes below it, the last of which has the text. */
const nested = (depth: number, text: string): Error =>
  depth === 0 ? new Error(text) : new Error("outer", { cause: nested(depth - 1, text) });
const depthOf = ({ cause }: Error): number => (cause instanceof Error ? 1 + depthOf(cause) : 0);

class Socket {}

test.each<[string, unknown]>([
  ["an error", new Error("no")],
  ["a text", "no"],
  ["nothing", undefined],
  ["null", null],
  ["an error of an error", nested(10, "no")],
  ["an error with data", withFields({ code: "ENO", list: [1, { a: null }], bare: Object.create(null) })],
  ["an error of another realm", runInNewContext("new Error('no')")],
  ["an error with an object of another realm", withFields({ data: runInNewContext("({ a: 1 })") })],
  ["an error with hundreds of values", withFields({ list: Array.from({ length: 400 }, (_, index) => index) })],
])("%s without a secret stays itself", (_name, cause) => {
  expect(clean(cause)).toBe(cause);
});

test("an error that one client found clean is copied by another one whose secret it shows", () => {
  const shared = new Error("for s3cret");
  expect(cleanCause(shared, (text) => text)).toBe(shared);
  expect(clean(shared)).toMatchObject({ message: "for [redacted]" });
});

test("an error that is its own cause stays itself, too", () => {
  const error = new Error("no");
  error.cause = error;
  expect(clean(error)).toBe(error);
});

test.each<[string, object]>([
  ["in its name", { name: "s3cret" }],
  ["in its code", { code: "s3cret" }],
  ["in its stack", { stack: "s3cret" }],
  ["in the name of a field", { s3cret: 1 }],
  ["deep in a field", { request: { headers: [{ value: "s3cret" }] } }],
  ["in a field that has a symbol", { [Symbol("options")]: "s3cret" }],
  ["behind a function", { inspect: () => "s3cret" }],
  ["behind an object of a class", { socket: new Socket() }],
  ["behind a Map", { more: new Map([["key", "s3cret"]]) }],
  ["among too many values", { list: Array.from({ length: 2_000 }, (_, index) => index) }],
])("an error that holds a secret, or may hold one, %s is copied without it", (_name, fields) => {
  const cause = withFields(fields);
  const copy = clean(cause);
  expect(copy).not.toBe(cause);
  expect(copy).toBeInstanceOf(Error);
  expect(Object.keys(copy as object)).toEqual([]);
  expect(copy).toHaveProperty("message", "no");
  for (const text of Object.values(Object.getOwnPropertyDescriptors(copy as object))) {
    expect(String(text.value)).not.toContain("s3cret");
  }
});

test("an error with a getter that throws is copied", () => {
  const cause = Object.defineProperty(new Error("no"), "url", {
    get() {
      throw new Error("s3cret");
    },
  });
  expect(clean(cause)).not.toBe(cause);
  expect(clean(cause)).toHaveProperty("message", "no");
});

test("a copy has the message, name, code, cause and errors, each without the secret", () => {
  const cause = new AggregateError([new TypeError("a s3cret")], "all s3cret", { cause: new Error("one s3cret") });
  const copy = clean(Object.assign(cause, { code: "E_s3cret", status: 500 }));
  expect(copy).toMatchObject({ name: "AggregateError", message: "all [redacted]", code: "E_[redacted]" });
  expect(copy).toHaveProperty("cause.message", "one [redacted]");
  expect(copy).toHaveProperty("errors.0.message", "a [redacted]");
  expect(copy).toHaveProperty("errors.0.name", "TypeError");
  expect(copy).not.toHaveProperty("status");
});

test("a copy has no code, cause or errors where the error has none that can be shown", () => {
  const copy = clean(Object.assign(new Error("s3cret"), { code: 7, errors: "s3cret" })) as Error;
  expect(Object.getOwnPropertyNames(copy).sort()).toEqual(["message", "name", "stack"]);
});

test("a copy goes eight causes and eight errors deep", () => {
  expect(depthOf(clean(nested(7, "s3cret")) as Error)).toBe(7);
  expect(depthOf(clean(nested(12, "s3cret")) as Error)).toBe(8);
  const many = new AggregateError(Array.from({ length: 12 }, () => new Error("s3cret")));
  expect((clean(many) as AggregateError).errors).toHaveLength(8);
});

test("errors that hold errors are copied eight deep", () => {
  let cause = new Error("s3cret");
  for (let depth = 0; depth < 12; depth += 1) cause = new AggregateError([cause]);
  let depth = 0;
  for (let copy = clean(cause) as AggregateError; copy.errors?.[0]; copy = copy.errors[0]) depth += 1;
  expect(depth).toBe(8);
});

test("an error of another realm is copied as an error", () => {
  expect(clean(runInNewContext("new TypeError('s3cret')"))).toMatchObject({
    name: "TypeError",
    message: "[redacted]",
  });
});

test.each<[string, unknown, string]>([
  ["a text", "the s3cret", "the [redacted]"],
  ["an object", { toString: () => "the s3cret" }, "the [redacted]"],
  ["an object that cannot be written", { toString: null, valueOf: null, a: "s3cret" }, ""],
])("of %s that is no error, the text without the secret is left", (_name, cause, shown) => {
  expect(clean(cause)).toBe(shown);
});
