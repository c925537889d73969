import type { CaseContext } from "../context/case-context.ts";
import { isSuccess } from "../exchange/exchange.ts";
import { publicWord } from "../public-word.ts";
import { callInput, createCall, endOf, readAnalysis } from "../steps/calls.ts";
import { grantUpload, uploadRecording } from "../steps/recordings.ts";
import type { Case } from "./case.ts";

const operation = "createCall";
const source = "section 4, Calls, rule 3";
const pdf = new TextEncoder().encode("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n");

/** What `ASSUMPTIONS.md` says of calls whose recording cannot be analysed. Each leaves a call that failed. */
export const recordingAssumptionCases: readonly Case[] = [
  {
    name: "a call of a recording that was never uploaded is created all the same, and gets the status failed",
    tag: "destructive",
    operation,
    source,
    async run(context) {
      const { publicUrl } = await grantUpload(context);
      const { callId } = await createCall(context, { audio_url: publicUrl });
      await endOf(context, callId);
      const { status } = await readAnalysis(context, callId);
      context.observe({ assumption: "call-statuses", expected: "failed", observed: publicWord(status) });
    },
  },
  {
    name: "a call of an empty recording fails",
    tag: "destructive",
    operation,
    source,
    async run(context) {
      const { publicUrl } = await uploadRecording(context, { bytes: new Uint8Array() });
      const observed = await fateOf(context, publicUrl);
      context.observe({ assumption: "empty-recordings", expected: "fails", observed });
    },
  },
  {
    name: "a call of a document in place of a recording fails",
    tag: "destructive",
    operation,
    source,
    async run(context) {
      const { publicUrl } = await uploadRecording(context, { bytes: pdf });
      const observed = await fateOf(context, publicUrl);
      context.observe({ assumption: "recording-content", expected: "fails", observed });
    },
  },
  {
    name: "a call of a recording at a host that cannot be is created all the same, and fails",
    tag: "destructive",
    operation,
    source,
    async run(context) {
      const observed = await fateOf(context, "https://recordings.invalid/call.wav");
      context.observe({ assumption: "unreachable-recordings", expected: "fails", observed });
    },
  },
];

async function fateOf(context: CaseContext, audioUrl: string): Promise<string> {
  const answer = await context.client.send(operation, { body: await callInput(context, { audio_url: audioUrl }) });
  if (!isSuccess(answer)) return "is not created";
  return endOf(context, String(Reflect.get(Object(Reflect.get(Object(answer.json), "data")), "callId")));
}
