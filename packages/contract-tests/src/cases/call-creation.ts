import { isDeepStrictEqual } from "node:util";
import { type Case, type CaseContext, otherKeyOf } from "../case.ts";
import { isSuccess } from "../contract.ts";
import { alterRequest, alterResponse, alterStatus, alterSuccess } from "../fault.ts";
import { assert } from "../finding.ts";
import {
  callInput,
  completedCall,
  createCall,
  grantUpload,
  putRecording,
  readAnalysis,
  registerAgent,
  sampleWav,
  sharedAgent,
  uploadRecording,
  waitForEnd,
} from "../steps.ts";

const rule = (number: number) => `4. Create call, rule ${number}`;

const pdf = new TextEncoder().encode("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n");

/** Recordings that cannot be analysed, each with its URL and the row about its call's end. */
const unusableRecordings: readonly { what: string; row: string; addressIn(context: CaseContext): Promise<string> }[] = [
  {
    what: "empty",
    row: "empty-recordings",
    addressIn: async (context) => (await uploadRecording(context, { bytes: new Uint8Array() })).publicUrl,
  },
  {
    what: "a PDF document",
    row: "recording-content",
    addressIn: async (context) => (await uploadRecording(context, { bytes: pdf })).publicUrl,
  },
  {
    what: "named by the address of its upload",
    row: "signed-recording-address",
    addressIn: async (context) => (await uploadRecording(context)).presignedUrl,
  },
  {
    what: "on an unreachable host",
    row: "unreachable-recordings",
    addressIn: async () => "https://recordings.invalid/call.wav",
  },
];

/** Creating calls, and calls whose recording cannot be analyzed. */
export const callCreationCases: readonly Case[] = [
  {
    name: "a new call has the status processing",
    tag: "documented",
    spec: "3. States, processing",
    operation: "createCall",
    async run(context) {
      const { status } = await createCall(context);
      assert(status === "processing", { place: "data.status", expected: "processing" });
    },
    faults: { "a new call is completed": alterSuccess("createCall data.status", () => "completed") },
  },
  {
    name: "each call has another callId",
    tag: "documented",
    spec: "2. Call, callId",
    operation: "createCall",
    async run(context) {
      const [one, other] = [await createCall(context), await createCall(context)];
      const isOwn = one.callId !== other.callId && one.callId !== "";
      assert(isOwn, { place: "data.callId", expected: "another id for each call" });
    },
    faults: { "every call has the same id": alterSuccess("createCall data.callId", () => "call_1") },
  },
  {
    name: "the analysis of a new call can be read at once by its callId",
    tag: "documented",
    spec: rule(1),
    operation: "getCallAnalysis",
    async run(context) {
      const { callId } = await createCall(context);
      const { callId: found } = await readAnalysis(context, callId);
      assert(found === callId, { place: "data.callId", expected: "the id that was asked for" });
    },
    faults: {
      "a new call cannot be read yet": alterResponse("getCallAnalysis", () => Response.json({}, { status: 404 })),
      "an analysis has the id of another call": alterSuccess("getCallAnalysis data.callId", () => "call_1"),
    },
  },
  {
    name: "a call can name its member by e-mail in place of the id",
    tag: "documented",
    spec: rule(2),
    operation: "createCall",
    async run(context) {
      await createCall(context, { memberId: (await sharedAgent(context)).email });
    },
    faults: {
      "an e-mail is not accepted as a member": alterRequest("createCall memberId", (member) =>
        String(member).includes("@") ? "of-nobody" : member,
      ),
    },
  },
  {
    name: "after an update of the e-mail, a call can name its member by the new one alone",
    tag: "negative",
    spec: rule(2),
    operation: "createCall",
    async run(context) {
      const { id, email: former } = await registerAgent(context);
      const email = context.unique.email();
      await context.client.succeed("updateAgent", { path: { id }, body: { email } });
      await createCall(context, { memberId: email });
      await context.client.reject("createCall", { body: { ...(await callInput(context, { memberId: former })) } });
    },
    faults: {
      "any e-mail is that of a member": alterRequest("createCall memberId", (member, { db }) =>
        String(member).includes("@") ? db.agents.list()[0]?.id : member,
      ),
    },
  },
  {
    name: "a recording in the service's own storage is ingested, and its call is completed",
    tag: "documented",
    spec: rule(3),
    operation: "createCall",
    async run(context) {
      await completedCall(context, { audio_url: (await uploadRecording(context)).publicUrl });
    },
    faults: {
      "a recording in the service's own storage is not ingested": alterRequest(
        "createCall audio_url",
        (address) => `${address}.lost`,
      ),
    },
  },
  {
    name: "a completed call stays as it is when its recording is replaced",
    tag: "assumed",
    spec: rule(3),
    operation: "getCallAnalysis",
    async run(context) {
      const { publicUrl, presignedUrl } = await uploadRecording(context);
      const completed = await completedCall(context, { audio_url: publicUrl });
      await putRecording(context, presignedUrl, { bytes: sampleWav({ seconds: 2 }) });
      const again = await readAnalysis(context, completed.callId);
      assert(isDeepStrictEqual(again, completed), {
        place: "data",
        expected: "that of the recording that was ingested",
      });
    },
    faults: {
      "a recording that is replaced changes the calls that it was ingested for": (service) => {
        let uploads = 0;
        return async (...request) => {
          if (request[2] === "uploadRecording") uploads += 1;
          const duration = alterSuccess("getCallAnalysis data.metadata.duration", () => uploads)(service);
          return duration(...request);
        };
      },
    },
  },
  ...(["memberId", "categoryId"] as const).map(
    (field): Case => ({
      name: `a call with an unknown ${field} is rejected`,
      tag: "negative",
      spec: "2. Call input fields",
      operation: "createCall",
      async run(context) {
        const input = await callInput(context, { [field]: context.unique.unknownId() });
        const { status } = await context.client.reject("createCall", { body: { ...input } });
        context.observe({ row: "unknown-references", expected: "404", isMet: status === 404 });
      },
      faults: {
        [`a call with an unknown ${field} is accepted`]: alterStatus("createCall", {
          from: 404,
          to: 202,
          json: { data: { callId: "call_1", status: "processing" } },
        }),
      },
    }),
  ),
  {
    name: "another organization cannot create a call with an agent, an e-mail or a category that belongs to the first",
    tag: "negative",
    spec: "5. Authentication, rule 2",
    operation: "createCall",
    needs: "other organization",
    async run(context) {
      const authorization = `Bearer ${otherKeyOf(context)}`;
      const { id, email } = await registerAgent(context);
      const [theirs] = (await context.client.succeed("listCategories", { authorization })).data;
      for (const fields of [
        { memberId: id, categoryId: theirs?.id },
        { memberId: email, categoryId: theirs?.id },
        {},
      ]) {
        const body = { ...(await callInput(context)), ...fields };
        await context.client.reject("createCall", { body, authorization });
      }
    },
  },
  {
    name: "a recording at an s3 address is rejected",
    tag: "destructive",
    spec: "2. Call input fields, audio_url",
    operation: "createCall",
    async run(context) {
      const input = await callInput(context, { audio_url: "s3://contract-tests/call.wav" });
      const response = await context.client.send("createCall", { body: { ...input } });
      context.observe({ row: "recording-schemes", expected: "a rejection", isMet: !isSuccess(response) });
    },
  },
  {
    name: "creating a call twice makes two calls",
    tag: "destructive",
    spec: rule(1),
    operation: "createCall",
    async run(context) {
      const body = { ...(await callInput(context)) };
      const one = await context.client.succeed("createCall", { body });
      const other = await context.client.send("createCall", { body });
      const isMet = isSuccess(other) && !isDeepStrictEqual(one, other.json);
      context.observe({ row: "repeated-creation", expected: "two calls", isMet });
    },
  },
  {
    name: "a call whose recording was never uploaded is created, and gets the status failed",
    tag: "destructive",
    spec: "3. States, the complete set of status values",
    operation: "createCall",
    async run(context) {
      const { callId } = await createCall(context, { audio_url: (await grantUpload(context)).publicUrl });
      await waitForEnd(context, callId);
      const { status } = await readAnalysis(context, callId);
      context.observe({ row: "call-statuses", expected: "failed", isMet: status === "failed" });
    },
  },
  {
    name: "a call that is created just before its recording is uploaded is completed",
    tag: "destructive",
    spec: rule(1),
    operation: "createCall",
    async run(context) {
      const { publicUrl, presignedUrl } = await grantUpload(context);
      const { callId } = await createCall(context, { audio_url: publicUrl });
      await putRecording(context, presignedUrl);
      const isMet = (await waitForEnd(context, callId)) === "completes";
      context.observe({ row: "ingestion-time", expected: "completion", isMet });
    },
  },
  ...unusableRecordings.map(
    ({ what, row, addressIn }): Case => ({
      name: `a call whose recording is ${what} is created, and fails`,
      tag: "destructive",
      spec: rule(3),
      operation: "createCall",
      async run(context) {
        const input = await callInput(context, { audio_url: await addressIn(context) });
        const response = await context.client.send("createCall", { body: { ...input } });
        const isMet = isSuccess(response) && (await waitForEnd(context, Object(response.json).data.callId)) === "fails";
        context.observe({ row, expected: "a call that fails", isMet });
      },
    }),
  ),
];
