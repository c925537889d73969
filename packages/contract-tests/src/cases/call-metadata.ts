import { isDeepStrictEqual } from "node:util";
import { must } from "../departure.ts";
import { completedCall } from "../steps/calls.ts";
import type { Case } from "./case.ts";

/** User-defined fields as text, for `__proto__` cannot be written as a literal's own key. */
const freeForms = {
  "plain fields": '{"crmId":"84113","attempt":3,"isCallback":true,"note":null}',
  "nested objects and lists": '{"deal":{"lines":[{"sku":"A-1","prices":[1.25,-2,0]},{}]},"tags":[[],["x"]]}',
  "any script, and empty names": '{"":"","नाम":"आशा","emoji 🙂":"\\u0000 \\" \\\\ \\n"}',
  "a key named __proto__": '{"__proto__":{"polluted":true},"constructor":"x","toString":1}',
};

/** @see the specification's section 2, metadata */
export const callMetadataCases: readonly Case[] = [
  ...Object.entries(freeForms).map(
    ([what, text]): Case => ({
      name: `user-defined fields come back as they were given: ${what}`,
      tag: "documented",
      operation: "getCallAnalysis",
      source: "section 2, metadata, udfs",
      async run(context) {
        const udfs: Record<string, unknown> = JSON.parse(text);
        const { metadata } = await completedCall(context, { udfs });
        must(isDeepStrictEqual(metadata.udfs, udfs), "udfs are the fields that were stored.", metadata.udfs);
      },
    }),
  ),
  {
    name: "each call keeps user-defined fields of its own",
    tag: "documented",
    operation: "getCallAnalysis",
    source: "section 2, metadata, udfs",
    async run(context) {
      const one = await completedCall(context, { udfs: { number: 1 } });
      const other = await completedCall(context, { udfs: { number: 2 } });
      must(one.callId !== other.callId, "Two calls have two callIds.");
      must(isDeepStrictEqual(one.metadata.udfs, { number: 1 }), "The first call keeps its fields.");
      must(isDeepStrictEqual(other.metadata.udfs, { number: 2 }), "The second call keeps its fields.");
    },
  },
  {
    name: "timestamps of a call are in UTC",
    tag: "documented",
    operation: "getCallAnalysis",
    source: "section 2, Timestamps",
    async run(context) {
      const { createdAt, updatedAt } = (await completedCall(context)).metadata;
      for (const timestamp of [createdAt, updatedAt]) {
        must(/(Z|[+-]00:?00)$/.test(timestamp), "A timestamp is in UTC.", timestamp);
      }
    },
  },
];
