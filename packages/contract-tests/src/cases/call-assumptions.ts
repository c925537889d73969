import { isDeepStrictEqual } from "node:util";
import { isSuccess } from "../exchange/exchange.ts";
import { publicWord } from "../public-word.ts";
import {
  anyCompletedCall,
  anyRecording,
  callInput,
  completedCall,
  createCall,
  pollToTheEnd,
  readAnalysis,
} from "../steps/calls.ts";
import { uploadRecording } from "../steps/recordings.ts";
import { wav } from "../steps/wav.ts";
import type { Case } from "./case.ts";

/** What `ASSUMPTIONS.md` says of calls and their metadata. */
export const callAssumptionCases: readonly Case[] = [
  {
    name: "statuses come in the order processing, pending, completed",
    tag: "assumed",
    operation: "getCallAnalysis",
    source: "section 3, Transitions",
    async run(context) {
      const { callId } = await createCall(context);
      const statuses = (await pollToTheEnd(context, callId)).map(({ status }) => publicWord(status));
      const observed = statuses.filter((status, index) => status !== statuses[index - 1]).join(", ");
      context.observe({ assumption: "state-transitions", expected: "processing, pending, completed", observed });
    },
  },
  {
    name: "before completion analysis is null, and of the metadata duration and summary are null",
    tag: "assumed",
    operation: "getCallAnalysis",
    source: "section 4, Calls, GET /calls/{callId}/analysis",
    async run(context) {
      const { callId } = await createCall(context);
      const { status, analysis, metadata } = await readAnalysis(context, callId);
      // A live service may be faster than its client; then there is nothing to see.
      if (status === "completed") return;
      const [duration, summary] = [kindOf(metadata?.duration), kindOf(metadata?.summary)];
      context.observe({ assumption: "analysis-before-completion", expected: "null", observed: kindOf(analysis) });
      context.observe({
        assumption: "metadata-before-completion",
        expected: "duration null, summary null",
        observed: `duration ${duration}, summary ${summary}`,
      });
    },
  },
  {
    name: "creating a call twice makes two calls",
    tag: "destructive",
    operation: "createCall",
    source: "section 4, Calls, rule 1",
    async run(context) {
      const body = await callInput(context);
      const one = await context.client.ask("createCall", { body });
      const other = await context.client.send("createCall", { body });
      const isSecond = isSuccess(other) && !isDeepStrictEqual(one, other.json);
      const observed = isSecond ? "two calls" : "one call";
      context.observe({ assumption: "repeated-creation", expected: "two calls", observed });
    },
  },
  {
    name: "without user-defined fields udfs is an empty object",
    tag: "assumed",
    operation: "getCallAnalysis",
    source: "section 2, metadata, udfs",
    async run(context) {
      const { callId } = await createCall(context, { udfs: undefined });
      const udfs = (await pollToTheEnd(context, callId)).at(-1)?.metadata?.udfs;
      const observed = isDeepStrictEqual(udfs, {}) ? "an empty object" : kindOf(udfs);
      context.observe({ assumption: "udfs-default", expected: "an empty object", observed });
    },
  },
  {
    name: "the duration is that of the uploaded WAV, in seconds",
    tag: "assumed",
    operation: "getCallAnalysis",
    source: "section 2, metadata, duration",
    async run(context) {
      const { publicUrl } = await uploadRecording(context, { bytes: wav({ seconds: 3 }) });
      const { duration } = (await completedCall(context, { audio_url: publicUrl })).metadata;
      const unit = { 3: "seconds", 3000: "milliseconds" }[duration] ?? "neither";
      const source = unit === "neither" ? "not the WAV's length" : "the WAV's length";
      context.observe({ assumption: "duration-unit", expected: "seconds", observed: unit });
      context.observe({ assumption: "duration-source", expected: "the WAV's length", observed: source });
    },
  },
  {
    name: "metadata.date is the timestamp that createdAt has, and updatedAt does not differ",
    tag: "assumed",
    operation: "getCallAnalysis",
    source: "section 2, metadata, date",
    async run(context) {
      const { date, createdAt, updatedAt } = (await anyCompletedCall(context)).metadata;
      const form = /^\d{4}-\d\d-\d\d$/.test(date) ? "a day" : "another form";
      const observed = date === createdAt ? "createdAt" : form;
      const updated = updatedAt === createdAt ? "stays" : "changes";
      context.observe({ assumption: "metadata-date", expected: "createdAt", observed });
      context.observe({ assumption: "metadata-updated-at", expected: "stays", observed: updated });
    },
  },
  {
    name: "metadata.audioUrl is the address that was given",
    tag: "assumed",
    operation: "getCallAnalysis",
    source: "section 2, metadata, audioUrl",
    async run(context) {
      const { audioUrl } = (await anyCompletedCall(context)).metadata;
      const observed = audioUrl === (await anyRecording(context)) ? "as it was given" : "another address";
      context.observe({ assumption: "recording-address", expected: "as it was given", observed });
    },
  },
];

function kindOf(value: unknown): string {
  if (value === undefined) return "absent";
  return value === null ? "null" : "present";
}
