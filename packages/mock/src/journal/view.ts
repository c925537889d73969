import type { RequestAttributesReader } from "../domain/request-attributes.js";
import type { JournalEntry, JournalFacts } from "./entry.js";
import { type EntryOptions, entryOf } from "./entry-maker.js";
import type { JournalRecord } from "./record.js";

/** An entry, and what it is found by. */
export interface JournalView {
  entry: JournalEntry;
  facts: JournalFacts;
}

/** What a record is viewed with. */
export interface ViewOptions extends EntryOptions {
  finder: RequestAttributesReader;
}

/** What a kept exchange shows: nobody can change it, and there are no secrets in it. */
export function viewOf(record: JournalRecord, { finder, ...options }: ViewOptions): JournalView {
  const entry = deepFrozen(entryOf(record, options));
  const { operation, method, path, organizationId, status, request } = entry;
  const sources = { operation, method, path, organizationId, params: record.params, body: request.content };
  // A copy of facts has their fields.
  const facts = options.redactor.value({ ...finder.attributesOf(sources), status }) as JournalFacts;
  return { entry, facts };
}

function deepFrozen<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  for (const item of Object.values(value)) deepFrozen(item);
  return Object.freeze(value);
}
