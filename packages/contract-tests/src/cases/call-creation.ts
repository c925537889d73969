import { isDeepStrictEqual } from "node:util";
import type { Case, CaseContext } from "../case.ts";
import { dataOf, isSuccess } from "../contract/response-check.ts";
import { assert } from "../contract-violation.ts";
import { maskUnlessIdentifier } from "../identifier.ts";
import { callInput, completedCall, createCall, readAnalysis, waitForEnd } from "../steps/calls.ts";
import { registerAgent, sharedAgent } from "../steps/organization.ts";
import { grantUpload, putRecording, sampleWav, uploadRecording } from "../steps/recordings.ts";

const pdf = new TextEncoder().encode("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n");

/** Recordings that cannot be analysed: where each is, and the row of what becomes of its call. */
const unusableRecordings: readonly {
  what: string;
  assumption: string;
  addressIn(context: CaseContext): Promise<string>;
}[] = [
  {
    what: "empty",
    assumption: "empty-recordings",
    addressIn: async (context) => (await uploadRecording(context, { bytes: new Uint8Array() })).publicUrl,
  },
  {
    what: "a PDF document",
    assumption: "recording-content",
    addressIn: async (context) => (await uploadRecording(context, { bytes: pdf })).publicUrl,
  },
  {
    what: "named by the address of its upload",
    assumption: "signed-recording-address",
    addressIn: async (context) => {
      const { presignedUrl } = await grantUpload(context);
      await putRecording(context, presignedUrl);
      return presignedUrl;
    },
  },
  {
    what: "on an unreachable host",
    assumption: "unreachable-recordings",
    addressIn: async () => "https://recordings.invalid/call.wav",
  },
];

const unknownReferences = [
  { what: "member", field: "memberId", statement: "4.POST /calls.2" },
  { what: "category", field: "categoryId", statement: "2.call-input.categoryId" },
];

/** Creating calls, and calls whose recording cannot be analyzed. @see the specification's section 4, Rules for Create call */
export const callCreationCases: readonly Case[] = [
  {
    name: "a new call has the status processing",
    tag: "documented",
    operation: "createCall",
    statements: ["2.created-call.status", "4.POST /calls"],
    async run(context) {
      const { status } = await createCall(context);
      assert(status === "processing", "A new call's status is processing.", status);
    },
  },
  {
    name: "the analysis of a new call can be read at once by its callId",
    tag: "documented",
    operation: "getCallAnalysis",
    statements: ["4.POST /calls.1.record", "2.created-call.callId", "3.before-completion"],
    async run(context) {
      const { callId } = await createCall(context);
      await readAnalysis(context, callId);
    },
  },
  {
    name: "a call can name its member by e-mail in place of the id",
    tag: "documented",
    operation: "createCall",
    statements: ["4.POST /calls.2", "2.call-input.memberId"],
    async run(context) {
      const { email } = await sharedAgent(context);
      const { status } = await createCall(context, { memberId: email });
      assert(status === "processing", "A call whose member is named by e-mail is created.", status);
    },
  },
  {
    name: "after an update of the e-mail, a call can name its member by the new one alone",
    tag: "negative",
    operation: "createCall",
    statements: ["4.POST /calls.2", "4.PATCH /agents/{id}.body"],
    async run(context) {
      const { id, email: former } = await registerAgent(context);
      const email = context.unique.email();
      await context.client.expectSuccess("updateAgent", { path: { id }, body: { email } });
      await createCall(context, { memberId: email });
      const body = await callInput(context, { memberId: former });
      await context.client.expectRejection("createCall", { body });
    },
  },
  {
    name: "a completed call stays as it is when its recording is replaced",
    tag: "assumed",
    operation: "getCallAnalysis",
    statements: ["4.POST /calls.3"],
    async run(context) {
      const { publicUrl, presignedUrl } = await uploadRecording(context);
      const completed = await completedCall(context, { audio_url: publicUrl });
      await putRecording(context, presignedUrl, { bytes: sampleWav({ seconds: 2 }) });
      const again = await readAnalysis(context, completed.callId);
      assert(isDeepStrictEqual(again, completed), "The call is that of the recording that was ingested.");
    },
  },
  {
    name: "a recording in the service's own storage is ingested, and its call is completed",
    tag: "documented",
    operation: "createCall",
    statements: ["4.POST /calls.3", "2.upload-grant.publicUrl"],
    async run(context) {
      const { publicUrl } = await uploadRecording(context);
      const { status } = await completedCall(context, { audio_url: publicUrl });
      assert(status === "completed", "The call of an uploaded recording is completed.", status);
    },
  },
  ...unknownReferences.map(
    ({ what, field, statement }): Case => ({
      name: `a call with an unknown ${what} is rejected`,
      tag: "negative",
      operation: "createCall",
      statements: ["4.POST /calls.body", statement],
      async run(context) {
        const body = await callInput(context, { [field]: context.unique.unknownId() });
        const { status } = await context.client.expectRejection("createCall", { body });
        context.observe({ assumption: "unknown-references", expected: "404", observed: String(status) });
      },
    }),
  ),
  {
    name: "a recording at an s3 address is rejected",
    tag: "destructive",
    operation: "createCall",
    statements: ["2.call-input.audio_url", "4.POST /calls.body"],
    async run(context) {
      const body = await callInput(context, { audio_url: "s3://contract-tests/call.wav" });
      const response = await context.client.send("createCall", { body });
      const observed = isSuccess(response) ? "accepted" : "rejected";
      context.observe({ assumption: "recording-schemes", expected: "rejected", observed });
    },
  },
  {
    name: "creating a call twice makes two calls",
    tag: "destructive",
    operation: "createCall",
    statements: ["4.POST /calls.1.record"],
    async run(context) {
      const body = await callInput(context);
      const one = await context.client.expectSuccess("createCall", { body });
      const other = await context.client.send("createCall", { body });
      const isSecond = isSuccess(other) && !isDeepStrictEqual(one, other.json);
      const observed = isSecond ? "two calls" : "one call";
      context.observe({ assumption: "repeated-creation", expected: "two calls", observed });
    },
  },
  {
    name: "a call whose recording was never uploaded is created, and gets the status failed",
    tag: "destructive",
    operation: "createCall",
    statements: ["4.POST /calls.3", "3.values"],
    async run(context) {
      const { publicUrl } = await grantUpload(context);
      const { callId } = await createCall(context, { audio_url: publicUrl });
      await waitForEnd(context, callId);
      const { status } = await readAnalysis(context, callId);
      context.observe({ assumption: "call-statuses", expected: "failed", observed: maskUnlessIdentifier(status) });
    },
  },
  {
    name: "a call that is created just before its recording is uploaded is completed",
    tag: "destructive",
    operation: "createCall",
    statements: ["4.POST /calls.1.record"],
    async run(context) {
      const { publicUrl, presignedUrl } = await grantUpload(context);
      const { callId } = await createCall(context, { audio_url: publicUrl });
      await putRecording(context, presignedUrl);
      const observed = await waitForEnd(context, callId);
      context.observe({ assumption: "ingestion-time", expected: "completes", observed });
    },
  },
  ...unusableRecordings.map(
    ({ what, assumption, addressIn }): Case => ({
      name: `a call whose recording is ${what} is created, and fails`,
      tag: "destructive",
      operation: "createCall",
      statements: ["4.POST /calls.3"],
      async run(context) {
        const body = await callInput(context, { audio_url: await addressIn(context) });
        const response = await context.client.send("createCall", { body });
        const callId = String(Reflect.get(Object(dataOf(response)), "callId"));
        const observed = isSuccess(response) ? await waitForEnd(context, callId) : "is not created";
        context.observe({ assumption, expected: "fails", observed });
      },
    }),
  ),
];
