/** The fields of a call, checked and copied before anything is sent. Pure. */
import { operations } from "../contract/operations.js";
import type { CallFields, CallInput } from "../contract/types.js";
import { ConfigurationError } from "../errors.js";
import { checkNames, kindOf } from "../known-names.js";
import { toJson } from "../request/requests.js";

/** What a call is created with. The recording's address may be missing until it is uploaded. */
export type CallFieldsInput = Omit<CallInput, "audio_url" | "udfs"> & { audio_url?: string; udfs?: unknown };

/** @throws {ConfigurationError} that names the field: an unknown one would be lost without a word */
export function callFieldsOf(input: CallFieldsInput): CallFields {
  checkNames("call", input ?? null, Object.keys(operations.createCall.fields));
  const { memberId, categoryId, audio_url, udfs, date } = input;
  for (const [name, value] of Object.entries({ memberId, categoryId, audio_url }))
    if (typeof value !== "string" || value === "")
      throw new ConfigurationError(`${name}: expected a non-empty string, got ${value === "" ? '""' : kindOf(value)}.`);
  if (udfs !== undefined && (typeof udfs !== "object" || udfs === null || Array.isArray(udfs)))
    throw new ConfigurationError(`udfs: expected an object, got ${kindOf(udfs)}.`);
  if (date !== undefined) checkDate(date);
  // What was written as JSON from checked fields has these fields.
  return JSON.parse(toJson("udfs", { memberId, categoryId, audio_url, udfs, date })) as CallFields;
}

/** How the specification's forms of a date begin: the year comes first, or the day. */
const dateForms = [
  /^(?<year>\d{4})([-/])(?<month>\d\d)\2(?<day>\d\d)(?=$|[T\s])/,
  /^(?<day>\d\d)([-/])(?<month>\d\d)\2(?<year>\d{4})(?=$|[T\s])/,
];

function checkDate(date: string | Date): void {
  if (date instanceof Date) {
    if (!Number.isNaN(date.getTime())) return;
    throw new ConfigurationError("date is an invalid Date.");
  }
  if (typeof date !== "string") throw new ConfigurationError(`date: expected text or a Date, got ${kindOf(date)}.`);
  const parts = dateForms.map((form) => form.exec(date)?.groups).find(Boolean);
  const [year, month, day] = [parts?.year, parts?.month, parts?.day].map(Number);
  if (parts && isDay(year as number, month as number, day as number)) return;
  throw new ConfigurationError(
    `date: ${JSON.stringify(date.slice(0, 40))} is no date in a form that the service accepts: YYYY-MM-DD, YYYY/MM/DD, DD-MM-YYYY or DD/MM/YYYY, each with an optional time. In DD/MM/YYYY the day comes first.`,
  );
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return month >= 1 && month <= 12 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
