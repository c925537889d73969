import fc from "fast-check";
import { expect, test } from "vitest";
import { parseCallDate } from "../../src/domain/call-dates.js";

const iso = (text: string, offset: "+05:30" | "+00:00" = "+05:30") => {
  const moment = parseCallDate(text, offset);
  return moment === undefined ? undefined : new Date(moment).toISOString();
};

const day = fc.date({ min: new Date("0001-01-02"), max: new Date("9999-12-30"), noInvalidDate: true });
const twoDigits = (value: number) => String(value).padStart(2, "0");

/** The four ways to write a day. */
function forms(date: Date): string[] {
  const [year = "", month = "", dayOfMonth = ""] = date.toISOString().slice(0, 10).split("-");
  const names = [`${year}-${month}-${dayOfMonth}`, `${year}/${month}/${dayOfMonth}`];
  return [...names, `${dayOfMonth}-${month}-${year}`, `${dayOfMonth}/${month}/${year}`];
}

test("a day in any form is 09:00 in India", () => {
  fc.assert(
    fc.property(day, (date) => {
      const workdayStart = `${date.toISOString().slice(0, 10)}T03:30:00.000Z`;
      expect(forms(date).map((form) => iso(form))).toEqual(forms(date).map(() => workdayStart));
    }),
  );
});

test("a day in any form with a time is that time in India, after a space and after a T", () => {
  const time = fc.record({ hour: fc.nat(23), minute: fc.nat(59), second: fc.option(fc.nat(59), { nil: undefined }) });
  fc.assert(
    fc.property(day, time, fc.constantFrom(" ", "T"), (date, { hour, minute, second }, separator) => {
      const text = [hour, minute, second]
        .filter((part) => part !== undefined)
        .map(twoDigits)
        .join(":");
      const inIndia = Date.parse(`${date.toISOString().slice(0, 10)}T${text.padEnd(8, ":00")}+05:30`);
      for (const form of forms(date)) expect(parseCallDate(`${form}${separator}${text}`, "+05:30")).toBe(inIndia);
    }),
  );
});

test("every ISO-8601 date-time of JavaScript means what JavaScript says", () => {
  fc.assert(
    fc.property(day, (date) => {
      expect(iso(date.toISOString())).toBe(date.toISOString());
    }),
    { numRuns: 1_000 },
  );
});

test("a date-time in the basic and in the extended format of ISO 8601 means what JavaScript says of it", () => {
  const offsetMinutes = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 });
  fc.assert(
    fc.property(day, offsetMinutes, (date, minutes) => {
      const local = new Date(date.getTime() + minutes * 60_000);
      fc.pre(local.getTime() > Date.parse("0001-01-01") && local.getTime() < Date.parse("9999-12-31"));
      const [ymd = "", hms = ""] = local.toISOString().slice(0, -1).split("T");
      const hours = `${minutes < 0 ? "-" : "+"}${twoDigits(Math.floor(Math.abs(minutes) / 60))}`;
      const rest = twoDigits(Math.abs(minutes) % 60);
      const basic = (text: string) => text.replaceAll(/[-:]/g, "");
      expect(parseCallDate(`${ymd}T${hms}${hours}:${rest}`, "+05:30")).toBe(date.getTime());
      expect(parseCallDate(`${basic(ymd)}T${basic(hms).replace(".", ",")}${hours}${rest}`, "+05:30")).toBe(
        date.getTime(),
      );
    }),
    { numRuns: 1_000 },
  );
});

test("no text brings down the reader, and what it reads is a timestamp with four digits of year", () => {
  const likeDates = fc.stringMatching(/^[0-9]{2,4}[-/][0-9]{2}[-/][0-9]{2,4}[ T]?[0-9:.APMZ+-]{0,14}$/);
  fc.assert(
    fc.property(fc.oneof(fc.string(), likeDates), (text) => {
      expect(iso(text) ?? "0000-01-01T00:00:00.000Z").toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["2026-01-31T10:00:00.123456Z", "2026-01-31T10:00:00.123Z"],
  ["2026-01-31T10:00:00,5Z", "2026-01-31T10:00:00.500Z"],
  ["2026-01-31T10:00+02:00", "2026-01-31T08:00:00.000Z"],
  ["31/01/2026 2:30 PM", "2026-01-31T09:00:00.000Z"],
  ["31/01/2026 12:00 am", "2026-01-30T18:30:00.000Z"],
  ["2026-01-31 1:30 PM+00:00", "2026-01-31T13:30:00.000Z"],
  ["2024-02-29", "2024-02-29T03:30:00.000Z"],
  ["20260131T1000Z", "2026-01-31T10:00:00.000Z"],
  ["2026-01-31t10:00:00z", "2026-01-31T10:00:00.000Z"],
  ["20260131T100000,25+0530", "2026-01-31T04:30:00.250Z"],
  ["2026-01-31T10:00:00.12345678901234567890Z", "2026-01-31T10:00:00.123Z"],
  ["2026-01-31T10:00+05", "2026-01-31T05:00:00.000Z"],
  ["20260131T1000", "2026-01-31T04:30:00.000Z"],
])("%s is %s", (text, moment) => expect(iso(text)).toBe(moment));

test.each([
  "",
  "2026",
  "2026-1-31",
  "2026-02-29",
  "01/31/2026",
  "12026/01/31",
  "2026-01-31x 10:00",
  "31.01.2026",
  "2026-01-31T",
  " 2026-01-31",
  "2026-01-31Z",
  "2026-01-31T10:60",
  "2026-01-31T10Z",
  "2026-01-31T24:00Z",
  "2026-01-31T10:0000",
  "2026-01-31T10:00+5",
  "2026-01-31T10:00+05:60",
  "20260131",
  "2026-W05-6T10:00Z",
  "2016-12-31T23:59:60Z",
  "+002026-01-31T10:00Z",
  "2026-01-31T9:00",
  "2026-01-31 13:00 PM",
  "2026-01-31 0:30 AM",
  "2026-01-31T10:00+24:00",
  "2026-01-31T10:00 IST",
  "2026-01-31\n10:00",
  "0000-01-01T00:00:00+01:00",
])("%j is refused", (text) => expect(iso(text)).toBeUndefined());

test("a time without a zone is taken by the offset it is given", () => {
  expect(iso("2026-01-31 10:00", "+00:00")).toBe("2026-01-31T10:00:00.000Z");
  expect(iso("2026-01-31", "+00:00")).toBe("2026-01-31T03:30:00.000Z");
});
