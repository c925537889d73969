import { isDeepStrictEqual } from "node:util";
import type { Case } from "../case.ts";
import { kindOf, uncompletedCallChecks } from "../checks/status-checks.ts";
import { assert } from "../contract-violation.ts";
import {
  completedCall,
  createCall,
  pollUntilCompleted,
  readAnalysis,
  sharedCompletedCall,
  sharedRecording,
} from "../steps/calls.ts";
import { sampleWav, uploadRecording } from "../steps/recordings.ts";

/** User-defined fields as JSON text, because an object literal cannot have its own key `__proto__`. */
const freeForms = {
  "plain fields": '{"crmId":"84113","attempt":3,"isCallback":true,"note":null}',
  "nested objects and lists": '{"deal":{"lines":[{"sku":"A-1","prices":[1.25,-2,0]},{}]},"tags":[[],["x"]]}',
  "any script, and empty names": '{"":"","नाम":"आशा","emoji 🙂":"\\u0000 \\" \\\\ \\n"}',
  "a key named __proto__": '{"__proto__":{"polluted":true},"constructor":"x","toString":1}',
};

/** A call's metadata and user-defined fields. @see the specification's section 2, metadata */
export const callMetadataCases: readonly Case[] = [
  ...Object.entries(freeForms).map(
    ([what, text]): Case => ({
      name: `user-defined fields are returned unchanged: ${what}`,
      tag: "documented",
      operation: "getCallAnalysis",
      statements: ["2.metadata.udfs", "2.call-input.udfs"],
      async run(context) {
        const udfs: Record<string, unknown> = JSON.parse(text);
        const { metadata } = await completedCall(context, { udfs });
        assert(isDeepStrictEqual(metadata.udfs, udfs), "udfs has the fields of the request.", metadata.udfs);
      },
    }),
  ),
  {
    name: "each call keeps its own user-defined fields",
    tag: "documented",
    operation: "getCallAnalysis",
    statements: ["2.metadata.udfs", "2.call-input.udfs"],
    async run(context) {
      const one = await completedCall(context, { udfs: { number: 1 } });
      const other = await completedCall(context, { udfs: { number: 2 } });
      assert(isDeepStrictEqual(one.metadata.udfs, { number: 1 }), "The first call keeps its fields.");
      assert(isDeepStrictEqual(other.metadata.udfs, { number: 2 }), "The second call keeps its fields.");
    },
  },
  {
    name: "before completion, the analysis, metadata.duration and metadata.summary are null",
    tag: "assumed",
    operation: "getCallAnalysis",
    statements: ["3.before-completion", "4.POST /calls.1.asynchronous"],
    async run(context) {
      const { callId } = await createCall(context);
      const snapshot = await readAnalysis(context, callId);
      // A live service may complete the call before the first read. Then there is nothing to observe.
      if (snapshot.status === "completed") return;
      for (const { check } of uncompletedCallChecks) check(snapshot, context.observe);
    },
  },
  {
    name: "a call without user-defined fields has an empty udfs object",
    tag: "assumed",
    operation: "getCallAnalysis",
    statements: ["2.metadata.udfs", "2.call-input.udfs"],
    async run(context) {
      const { callId } = await createCall(context, { udfs: undefined });
      const udfs = (await pollUntilCompleted(context, callId)).at(-1)?.metadata?.udfs;
      const observed = isDeepStrictEqual(udfs, {}) ? "an empty object" : kindOf(udfs);
      context.observe({ assumption: "udfs-default", expected: "an empty object", observed });
    },
  },
  {
    name: "the duration is the length of the uploaded WAV, in seconds",
    tag: "assumed",
    operation: "getCallAnalysis",
    statements: ["2.metadata.duration"],
    async run(context) {
      const { publicUrl } = await uploadRecording(context, { bytes: sampleWav({ seconds: 3 }) });
      const { duration } = (await completedCall(context, { audio_url: publicUrl })).metadata;
      const unit = { 3: "seconds", 3000: "milliseconds" }[duration] ?? "neither";
      const source = unit === "neither" ? "not the WAV's length" : "the WAV's length";
      context.observe({ assumption: "duration-unit", expected: "seconds", observed: unit });
      context.observe({ assumption: "duration-source", expected: "the WAV's length", observed: source });
    },
  },
  {
    name: "metadata.audioUrl is the address of the request",
    tag: "assumed",
    operation: "getCallAnalysis",
    statements: ["2.metadata.audioUrl"],
    async run(context) {
      const { audioUrl } = (await sharedCompletedCall(context)).metadata;
      const observed = audioUrl === (await sharedRecording(context)) ? "as in the request" : "another address";
      context.observe({ assumption: "recording-address", expected: "as in the request", observed });
    },
  },
];
