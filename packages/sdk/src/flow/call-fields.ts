/** The fields of a call, checked and copied before anything is sent. Pure. */
import { operations } from "../contract/operations.js";
import type { CallFields, CallInput } from "../contract/types.js";
import { checkNames, isOfClass } from "../known-names.js";
import { toJson } from "../request/json.js";
import { anObject, check, rule, someText } from "../rules.js";

/** The fields of a call whose recording is not uploaded yet. */
export type FileFields = Omit<CallFields, "audio_url">;

type FieldsInput = Omit<CallInput, "audio_url" | "udfs"> & { udfs?: unknown };

/** The field names that flows take: those of a recording, and those of its call. */
const fileInputNames = ["file", "filename", "contentType", "memberId", "categoryId", "udfs", "date"];

/** @throws {ConfigurationError} that names an unknown field, which would otherwise be lost silently */
export function callFieldsOf(input: FieldsInput & { audio_url: string }): CallFields {
  checkNames("call", input ?? null, Object.keys(operations.createCall.fields));
  const { memberId, categoryId, audio_url, udfs, date } = input;
  for (const [name, value] of Object.entries({ memberId, categoryId, audio_url })) check(name, value, someText);
  if (udfs !== undefined) check("udfs", udfs, anObject);
  if (date !== undefined) check("date", date, aDate);
  // The fields are checked, and JSON keeps them.
  return JSON.parse(toJson("udfs", { memberId, categoryId, audio_url, udfs, date })) as CallFields;
}

/**
 * The same for the call of a recording, before any byte of the recording is sent.
 *
 * @param moreNames further field names of the input
 */
export function fileFieldsOf(input: FieldsInput, moreNames: readonly string[] = []): FileFields {
  checkNames("input", input ?? null, [...fileInputNames, ...moreNames]);
  const { memberId, categoryId, udfs, date } = input;
  // Any address passes: that of the recording is known once it is uploaded.
  const { audio_url, ...fields } = callFieldsOf({ memberId, categoryId, audio_url: "https:", udfs, date });
  return fields;
}

const dayFirst = /^(\d\d)([-/])(\d\d)\2(\d{4})/;
const yearFirst = /^(\d{4})([-/])(\d\d)\2(\d\d)(?=$|[T\s])/;

/** The specification's date forms, by their beginnings. */
const aDate = rule("a Date, or a date in the form YYYY-MM-DD or DD/MM/YYYY (day first)", (date) => {
  if (isOfClass<Date>(date, "Date")) return !Number.isNaN(date.getTime());
  const [, year, , month, day] = yearFirst.exec(String(date).replace(dayFirst, "$4$2$3$2$1")) ?? [];
  // Another month comes out of a day or a month that does not exist.
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCMonth() === Number(month) - 1;
});
