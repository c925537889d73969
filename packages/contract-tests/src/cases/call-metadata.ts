import { isDeepStrictEqual } from "node:util";
import type { Case } from "../case.ts";
import { alterRequest, alterSuccess } from "../fault.ts";
import { assert } from "../finding.ts";
import {
  completedCall,
  createCall,
  pollUntilCompleted,
  readAnalysis,
  sampleWav,
  sharedCompletedCall,
  sharedRecording,
  uploadRecording,
} from "../steps.ts";

/** User-defined fields as JSON text, because an object literal cannot have its own key `__proto__`. */
const freeForms = {
  "plain fields": '{"crmId":"84113","attempt":3,"isCallback":true,"note":null}',
  "nested objects and lists": '{"deal":{"lines":[{"sku":"A-1","prices":[1.25,-2,0]},{}]},"tags":[[],["x"]]}',
  "any script, and empty names": '{"":"","नाम":"आशा","emoji 🙂":"\\u0000 \\" \\\\ \\n"}',
  "a key named __proto__": '{"__proto__":{"polluted":true},"constructor":"x","toString":1}',
};

const operation = "getCallAnalysis";

/** A call's metadata and user-defined fields. */
export const callMetadataCases: readonly Case[] = [
  ...Object.entries(freeForms).map(
    ([what, text]): Case => ({
      name: `user-defined fields are returned unchanged: ${what}`,
      tag: "documented",
      spec: "2. Call analysis, metadata.udfs",
      operation,
      async run(context) {
        const udfs: Record<string, unknown> = JSON.parse(text);
        const { metadata } = await completedCall(context, { udfs });
        assert(isDeepStrictEqual(metadata.udfs, udfs), {
          place: "data.metadata.udfs",
          expected: "those of the request",
        });
      },
      faults: { "user-defined fields are lost": alterRequest("createCall udfs", () => ({})) },
    }),
  ),
  {
    name: "each call keeps its own user-defined fields, null and nested ones too",
    tag: "documented",
    spec: "2. Call input fields, udfs",
    operation,
    async run(context) {
      const fields = [{ note: null }, { deal: { lines: [1] } }];
      const calls = [];
      for (const udfs of fields) calls.push(await createCall(context, { udfs }));
      for (const [index, { callId }] of calls.entries()) {
        const found = (await pollUntilCompleted(context, callId)).at(-1)?.metadata?.udfs;
        assert(isDeepStrictEqual(found, fields[index]), { place: "data.metadata.udfs", expected: "those of the call" });
      }
    },
    faults: {
      "null fields among the user-defined ones are dropped": alterRequest(
        "createCall udfs.note",
        (note) => note ?? undefined,
      ),
      "user-defined fields are flattened to text": alterRequest(
        "createCall udfs.deal",
        (deal) => deal && JSON.stringify(deal),
      ),
    },
  },
  {
    name: "the metadata of a completed call has the recording's address",
    tag: "documented",
    spec: "2. Call analysis, metadata.audioUrl",
    operation,
    async run(context) {
      const { audioUrl } = (await sharedCompletedCall(context)).metadata;
      const isSame = audioUrl === (await sharedRecording(context));
      context.observe({ row: "recording-address", expected: "the address of the request", isMet: isSame });
    },
    faults: { "a call has no address of its recording": alterSuccess(`${operation} data.metadata.audioUrl`, () => "") },
  },
  {
    name: "before completion, the analysis, metadata.duration and metadata.summary are null",
    tag: "assumed",
    spec: "3. States, the analysis endpoint can be called before completion",
    operation,
    async run(context) {
      const { callId } = await createCall(context);
      const { status, analysis, metadata } = await readAnalysis(context, callId);
      // A live service may complete the call before the first read. Then there is nothing to observe.
      const unknown = status === "completed" ? [] : [analysis, metadata?.duration, metadata?.summary];
      const isMet = unknown.every((value) => value === null);
      context.observe({ row: "before-completion", expected: "null for what is not known yet", isMet });
    },
    faults: {
      "a call has a summary before completion": alterSuccess(
        `${operation} data.metadata.summary`,
        (summary) => summary ?? "Soon.",
      ),
    },
  },
  {
    name: "a call without user-defined fields has an empty udfs object",
    tag: "assumed",
    spec: "2. Call analysis, metadata.udfs",
    operation,
    async run(context) {
      const { callId } = await createCall(context, { udfs: undefined });
      const udfs = (await pollUntilCompleted(context, callId)).at(-1)?.metadata?.udfs;
      context.observe({ row: "udfs-default", expected: "an empty object", isMet: isDeepStrictEqual(udfs, {}) });
    },
  },
  {
    name: "the duration is the length of the uploaded WAV, in seconds",
    tag: "assumed",
    spec: "2. Call analysis, metadata.duration",
    operation,
    async run(context) {
      const { publicUrl } = await uploadRecording(context, { bytes: sampleWav({ seconds: 3 }) });
      const { duration } = (await completedCall(context, { audio_url: publicUrl })).metadata;
      context.observe({ row: "duration-unit", expected: "seconds", isMet: duration !== 3_000 });
      context.observe({
        row: "duration-source",
        expected: "the length of the WAV",
        isMet: [3, 3_000].includes(duration),
      });
    },
    faults: { "the duration is 0": alterSuccess(`${operation} data.metadata.duration`, () => 0) },
  },
  {
    name: "metadata.date and metadata.updatedAt equal createdAt",
    tag: "assumed",
    spec: "2. Call analysis, metadata.date",
    operation,
    async run(context) {
      const { date, createdAt, updatedAt } = (await sharedCompletedCall(context)).metadata;
      context.observe({ row: "metadata-date", expected: "createdAt", isMet: date === createdAt });
      context.observe({ row: "metadata-updated-at", expected: "createdAt", isMet: updatedAt === createdAt });
    },
  },
];
