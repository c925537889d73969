import { UploadError } from "@call-analysis/sdk";
import { expect, onTestFinished, test, vi } from "vitest";
import { checkStored, redirected, type StoreRequest, sendError, withoutQueryOf } from "../../src/upload/store.js";

const redact = (text: string) => text.replaceAll("s3cret", "[redacted]");
const request = { what: "PUT https://store.test/a", redact };
const check = (status: number, text = "", { headers = {}, isRedirect = false } = {}) => {
  try {
    checkStored({ status, text, headers: new Headers(headers), isRedirect }, request);
    return undefined;
  } catch (error) {
    if (!UploadError.is(error)) throw error;
    return error;
  }
};

test.each([
  [199, true],
  [200, false],
  [204, false],
  [299, false],
  [300, true],
  [403, true],
  [503, true],
])("a store that answers %d has refused the recording: %j", (status, isRefused) => {
  expect(check(status)?.status).toBe(isRefused ? status : undefined);
});

test.each([
  ["S3's XML", "<Error><Code>AccessDenied</Code></Error>", "AccessDenied"],
  ["JSON", '{"error":{"code" : "expired"}}', "expired"],
  ["JSON with capitals", '{"Code":"Expired"}', "Expired"],
  ["a code with a secret", "<Code>no s3cret</Code>", "no [redacted]"],
  ["a code of a hundred characters", `<Code>${"x".repeat(100)}</Code>`, "x".repeat(100)],
  ["a code that is too long", `<Code>${"x".repeat(101)}</Code>`, undefined],
  ["a JSON code that is too long", `{"code":"${"x".repeat(101)}"}`, undefined],
  ["a number", '{"code":7}', undefined],
  ["an empty code", "<Code></Code>", undefined],
  ["another tag within", "<Code><b>x</b></Code>", undefined],
  ["no code", "no", undefined],
])("the store's own code is read from %s", (_name, text, storeCode) => {
  const error = check(403, text);
  expect(error?.storeCode).toBe(storeCode);
  expect(error?.message).toContain(storeCode === undefined ? "with 403." : `with 403 (${storeCode}).`);
});

test("of all refusals, a 403 says that the address may have expired", () => {
  const advised = [400, 401, 403, 404, 500, 503].filter((status) => check(status)?.message.includes("have expired"));
  expect(advised).toEqual([403]);
});

test("a refusal says what the store's Retry-After asks for", () => {
  expect(check(503, "", { headers: { "retry-after": "7" } })?.retryAfterMs).toBe(7_000);
});

test("a redirect is a refusal, whatever its status, and the status is in the error where it is known", () => {
  expect(check(200, "", { isRedirect: true })?.message).toContain("redirect");
  expect(check(307, "", { isRedirect: true })?.status).toBe(307);
  expect([redirected("PUT x", 0).status, redirected("PUT x", undefined).status]).toEqual([undefined, undefined]);
});

test.each([
  ["the query", "at https://store.test/a?sig=abc+%2Ff&v=2 it failed", "at https://store.test/a[redacted] it failed"],
  ["the query in XML", "<Url>/a?sig=abc+%2Ff&amp;v=2</Url>", "<Url>/a[redacted]</Url>"],
  ["a value as it stands there", "the signature abc+%2Ff was wrong", "the signature [redacted] was wrong"],
  ["a value with escapes in lower case", "the signature abc+%2ff was wrong", "the signature [redacted] was wrong"],
  ["a value whose + is a space", "the signature abc /f was wrong", "the signature [redacted] was wrong"],
  ["a value whose + is a space, escaped", "the signature abc%20%2Ff was wrong", "the signature [redacted] was wrong"],
  ["a value whose + is a plus", "the signature abc+/f was wrong", "the signature [redacted] was wrong"],
  ["a value whose + is a plus, escaped", "the signature abc%2b%2ff was wrong", "the signature [redacted] was wrong"],
  ["a short value", "version 2", "version 2"],
])("of a signed address, a text has not %s", (_name, text, shown) => {
  expect(withoutQueryOf("https://store.test/a?sig=abc+%2Ff&v=2", text)).toBe(shown);
});

test("values of six characters are taken out, and shorter ones stay", () => {
  expect(withoutQueryOf("https://store.test/a?s=abcdef&t=ghijk", "abcdef ghijk")).toBe("[redacted] ghijk");
});

test("a value that begins with another one is taken out whole", () => {
  expect(withoutQueryOf("https://store.test/a?s=abcdef&t=abcdefgh", "abcdefgh")).toBe("[redacted]");
});

test("an address without a query takes nothing out", () => {
  expect(withoutQueryOf("https://store.test/a", "the store said no")).toBe("the store said no");
});

test.each([
  ["ECONNREFUSED", false],
  ["ECONNRESET", true],
])("a PUT that fails with %s was sent: %j, and its cause has no secret", (code, requestSent) => {
  const failure = Object.assign(new Error("s3cret"), { code });
  const error = sendError(request as StoreRequest, failure);
  expect(error).toMatchObject({ requestSent, cause: { message: "[redacted]", code } });
  expect(error.message).toContain(request.what);
});

test("a store's Retry-After may be a date, which without a Date counts from the local time of day", () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  onTestFinished(() => void vi.useRealTimers());
  const headers = new Headers({ "retry-after": "Thu, 01 Jan 2026 00:00:07 GMT" });
  const response = { status: 503, text: "", headers, isRedirect: false };
  expect(() => checkStored(response, { what: "PUT x", redact: String })).toThrow(
    expect.objectContaining({ retryAfterMs: 7_000 }),
  );
});
