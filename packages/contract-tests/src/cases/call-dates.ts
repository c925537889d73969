import type { Case } from "../case.ts";
import { isSuccess } from "../contract/response-check.ts";
import { assert } from "../contract-violation.ts";
import { callInput, completedCall, createCall } from "../steps/calls.ts";

/** The 5th of February, so that a mix-up of day and month shows. */
const days = Object.entries(dayForms({ year: 2026, month: 2, day: 5 }));

/** 20:30 in UTC, which is the next day in India. */
const dateTimes = [
  { form: "an ISO-8601 date-time in UTC", date: "2026-02-05T20:30:00Z" },
  { form: "an ISO-8601 date-time with milliseconds", date: "2026-02-05T20:30:00.000Z" },
  { form: "an ISO-8601 date-time with an offset", date: "2026-02-06T02:00:00+05:30" },
];

const indianReading = Date.parse("2026-02-05T14:45:00+05:30");
const utcReading = Date.parse("2026-02-05T14:45:00Z");

/** The date of a call. @see the specification's section 4, Rules for Create call, 4 to 6 */
export const callDateCases: readonly Case[] = [
  ...days.map(
    ([form, date]): Case => ({
      name: `a date without a time in the form ${form} is 09:00 in the IST time zone`,
      tag: "documented",
      operation: "createCall",
      statements: ["4.POST /calls.6", "2.metadata.createdAt", "4.POST /calls.5"],
      async run(context) {
        const { createdAt } = (await completedCall(context, { date })).metadata;
        const zone = istZoneOf(Date.parse(createdAt));
        assert(zone !== undefined, `A date in the form ${form} is stored as 09:00 of its day in IST.`, createdAt);
        context.observe({ assumption: "ist-zone", expected: "India", observed: zone });
      },
    }),
  ),
  ...dateTimes.map(
    ({ form, date }): Case => ({
      name: `createdAt and updatedAt are set from ${form}`,
      tag: "documented",
      operation: "createCall",
      statements: ["4.POST /calls.4", "2.metadata.createdAt", "2.metadata.updatedAt"],
      async run(context) {
        const { createdAt, updatedAt } = (await completedCall(context, { date })).metadata;
        const expected = Date.parse("2026-02-05T20:30:00Z");
        assert(Date.parse(createdAt) === expected, "createdAt is the timestamp of the request.", createdAt);
        assert(Date.parse(updatedAt) === expected, "updatedAt is the timestamp of the request.", updatedAt);
      },
    }),
  ),
  ...days.map(
    ([form, day]): Case => ({
      name: `a date in the form ${form} may have a time`,
      tag: "documented",
      operation: "createCall",
      statements: ["4.POST /calls.5"],
      async run(context) {
        const { createdAt } = (await completedCall(context, { date: `${day} 14:45` })).metadata;
        const hasTime = Math.abs(Date.parse(createdAt) - utcReading) <= 14 * 3_600_000;
        assert(hasTime, `The time after a date in the form ${form} is used, in any time zone.`, createdAt);
        const observed = zoneOf(Date.parse(createdAt));
        context.observe({ assumption: "date-without-zone", expected: "India", observed });
      },
    }),
  ),
  {
    name: "other forms of date, and days that do not exist, are rejected",
    tag: "negative",
    operation: "createCall",
    statements: ["4.POST /calls.5", "2.call-input.date"],
    async run(context) {
      for (const date of ["2026-02-30", "32-01-2026", "13/13/2026", "the day before yesterday", ""]) {
        const response = await context.client.send("createCall", { body: await callInput(context, { date }) });
        const observed = isSuccess(response) ? "other forms are accepted" : "other forms are rejected";
        context.observe({ assumption: "date-forms", expected: "other forms are rejected", observed });
      }
    },
  },
  {
    name: "a time may have seconds, AM or PM, or an offset",
    tag: "destructive",
    operation: "createCall",
    statements: ["4.POST /calls.5"],
    async run(context) {
      for (const time of ["14:45:00", "2:45 PM", "T14:45", "14:45 +05:30", "14:45Z"]) {
        const separator = time.startsWith("T") ? "" : " ";
        await createCall(context, { date: `05/02/2026${separator}${time}` });
      }
      context.observe({ assumption: "date-forms", expected: "times are accepted", observed: "times are accepted" });
    },
  },
];

/** A day in each form that the specification accepts. @see section 4, Rules for Create call, 5 */
export function dayForms({ year, month, day }: Readonly<Record<"year" | "month" | "day", number>>) {
  const [mm, dd] = [month, day].map((number) => String(number).padStart(2, "0"));
  return {
    "YYYY-MM-DD": `${year}-${mm}-${dd}`,
    "YYYY/MM/DD": `${year}/${mm}/${dd}`,
    "DD-MM-YYYY": `${dd}-${mm}-${year}`,
    "DD/MM/YYYY": `${dd}/${mm}/${year}`,
  };
}

/** Three countries call a time zone of theirs IST. Ireland's is summer time, and GMT in winter. */
function istZoneOf(moment: number): string | undefined {
  const zones = { India: "+05:30", Israel: "+02:00", Ireland: "+01:00", "Ireland, in winter": "+00:00" };
  return Object.entries(zones).find(([, offset]) => moment === Date.parse(`2026-02-05T09:00:00${offset}`))?.[0];
}

function zoneOf(moment: number): string {
  if (moment === indianReading) return "India";
  return moment === utcReading ? "UTC" : "another zone";
}
