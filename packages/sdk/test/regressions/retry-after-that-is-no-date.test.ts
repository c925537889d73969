import { expect, test } from "vitest";
import { retryAfterMs } from "../../src/http/retry-after.js";

const at = (value: string) => retryAfterMs(new Headers({ "retry-after": value }), Date.UTC(1994, 10, 6, 8, 49, 7));

test.each(["-1", "soon 5", "1e3", "5, 10", "later"])("Retry-After: %s asks for nothing", (value) => {
  expect(at(value)).toBeUndefined();
});

test.each(["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])(
  "the three forms of a date in HTTP are in GMT, whatever the local zone: %s",
  (value) => {
    expect(at(value)).toBe(30_000);
  },
);
