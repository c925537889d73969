/** What makes two creations equal: their values, whatever the order of their keys. */
import type { CallFields } from "../flow/call-fields.js";
import { canonicalDate } from "./canonical-date.js";

/** The JSON of a value, the same whatever the order of its keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item) => {
    if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}

/** The canonical JSON of a call's fields: `udfs` without a field are none, and a date is the same however it is written. */
export function canonicalCall({ udfs, date, ...fields }: Partial<CallFields>): string {
  const hasFields = udfs !== undefined && Object.keys(udfs).length > 0;
  return canonicalJson({
    ...fields,
    ...(date !== undefined && { date: canonicalDate(date) }),
    ...(hasFields && { udfs }),
  });
}
