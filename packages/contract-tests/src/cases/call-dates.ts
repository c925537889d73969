import type { Case } from "../case.ts";
import { isSuccess } from "../contract.ts";
import { alterRequest } from "../fault.ts";
import { assert } from "../finding.ts";
import { callInput, completedCall, createCall } from "../steps.ts";

/** The 5th of February, so that a mix-up of day and month shows. */
const days = {
  "YYYY-MM-DD": "2026-02-05",
  "YYYY/MM/DD": "2026/02/05",
  "DD-MM-YYYY": "05-02-2026",
  "DD/MM/YYYY": "05/02/2026",
};

/** 20:30 in UTC, which is the next day in India. */
const dateTimes = {
  "in UTC": "2026-02-05T20:30:00Z",
  "with milliseconds": "2026-02-05T20:30:00.000Z",
  "with an offset": "2026-02-06T02:00:00+05:30",
};

const day = /^\d{4}[-/]\d\d[-/]\d\d$|^\d\d[-/]\d\d[-/]\d{4}$/;

/** Three countries have a time zone named IST. Ireland's is its summer time; in winter it uses GMT. */
const istOffsets = ["+05:30", "+02:00", "+01:00", "+00:00"];

const createdAtOfCall = { operation: "getCallAnalysis", place: "data.metadata.createdAt" } as const;

/** The date of a call. */
export const callDateCases: readonly Case[] = [
  {
    name: "a date without a time is 09:00 in the IST time zone, in each of the four forms",
    tag: "documented",
    spec: "4. Create call, rule 6",
    operation: "createCall",
    async run(context) {
      const [india, ...others] = istOffsets.map((offset) => Date.parse(`2026-02-05T09:00:00${offset}`));
      for (const [form, date] of Object.entries(days)) {
        const createdAt = Date.parse((await completedCall(context, { date })).metadata.createdAt);
        const isNine = createdAt === india || others.includes(createdAt);
        assert(isNine, { ...createdAtOfCall, expected: `09:00 in IST, for ${form}` });
        context.observe({ row: "ist-zone", expected: "the time of India", isMet: createdAt === india });
      }
    },
    faults: {
      "a date without a time is 09:00 in UTC": alterDate((text) => (day.test(text) ? `${text} 09:00Z` : text)),
      "a date without a time is midnight in India": alterDate((text) =>
        day.test(text) ? `${text} 00:00+05:30` : text,
      ),
      "dates with slashes are rejected": alterDate((text) => (text.includes("/") ? "refused" : text)),
      "DD-MM-YYYY is read as MM-DD-YYYY": alterDate((text) => text.replace(/^(\d\d)-(\d\d)-(\d{4})/, "$2-$1-$3")),
    },
  },
  ...Object.entries(dateTimes).map(
    ([form, date]): Case => ({
      name: `createdAt and updatedAt are set from an ISO-8601 date-time ${form}`,
      tag: "documented",
      spec: "4. Create call, rule 4",
      operation: "createCall",
      async run(context) {
        const { metadata } = await completedCall(context, { date });
        for (const field of ["createdAt", "updatedAt"] as const) {
          const isSet = Date.parse(metadata[field]) === Date.parse(date);
          const place = `data.metadata.${field}`;
          assert(isSet, { operation: "getCallAnalysis", place, expected: "the timestamp of the request" });
        }
      },
      faults: { "createdAt and updatedAt ignore the date": alterRequest("createCall date", () => undefined) },
    }),
  ),
  {
    name: "a date in each of the four forms may have a time",
    tag: "documented",
    spec: "4. Create call, rule 5",
    operation: "createCall",
    async run(context) {
      for (const [form, date] of Object.entries(days)) {
        const { createdAt } = (await completedCall(context, { date: `${date} 14:45` })).metadata;
        const hours = (Date.parse(createdAt) - Date.parse("2026-02-05T14:45:00Z")) / 3_600_000;
        const isUsed = Math.abs(hours) <= 14;
        assert(isUsed, { ...createdAtOfCall, expected: `14:45 in any time zone, for ${form}` });
        context.observe({ row: "date-without-zone", expected: "the time of India", isMet: hours === -5.5 });
      }
    },
    faults: {
      "the time after a date is ignored": alterDate((text) => text.replace(/^([\d/-]{10}) .*$/, "$1")),
    },
  },
  {
    name: "other forms of date, and days that do not exist, are rejected",
    tag: "negative",
    spec: "4. Create call, rule 5",
    operation: "createCall",
    async run(context) {
      for (const date of ["2026-02-30", "32-01-2026", "13/13/2026", "the day before yesterday", ""]) {
        const body = { ...(await callInput(context, { date })) };
        const isMet = !isSuccess(await context.client.send("createCall", { body }));
        context.observe({ row: "date-forms", expected: "a rejection of other forms", isMet });
      }
    },
    faults: {
      "any text is accepted as a date": alterRequest("createCall date", () => undefined),
      "a day that the calendar lacks is the last of its month": alterDate((text) =>
        text === "2026-02-30" ? "2026-02-28" : text,
      ),
    },
  },
  {
    name: "a time may have seconds, AM or PM, or an offset",
    tag: "destructive",
    spec: "4. Create call, rule 5",
    operation: "createCall",
    async run(context) {
      for (const time of [" 14:45:00", " 2:45 PM", "T14:45", " 14:45 +05:30", " 14:45Z"])
        await createCall(context, { date: `05/02/2026${time}` });
    },
  },
];

function alterDate(change: (date: string) => string) {
  return alterRequest("createCall date", (date) => (typeof date === "string" ? change(date) : date));
}
