import { must } from "../departure.ts";
import { anyAgent } from "../steps/agents.ts";
import { callInput, completedCall, createCall, readAnalysis } from "../steps/calls.ts";
import { uploadRecording } from "../steps/recordings.ts";
import type { Case } from "./case.ts";

/** @see the specification's section 4, Rules for Create call */
export const callCreationCases: readonly Case[] = [
  {
    name: "a new call has a callId and the status processing",
    tag: "documented",
    operation: "createCall",
    source: "section 2, Call (as created)",
    async run(context) {
      const { callId, status } = await createCall(context);
      must(callId !== "", "A new call has a callId.");
      must(status === "processing", "A new call's status is processing.", status);
    },
  },
  {
    name: "the analysis of a new call can be read at once, under its callId",
    tag: "documented",
    operation: "getCallAnalysis",
    source: "section 4, Calls, rule 1",
    async run(context) {
      const { callId } = await createCall(context);
      const snapshot = await readAnalysis(context, callId);
      must(snapshot.callId === callId, "The answer is about the call that was asked for.", snapshot.callId);
    },
  },
  {
    name: "a member can be named by e-mail in place of the id",
    tag: "documented",
    operation: "createCall",
    source: "section 4, Calls, rule 2",
    async run(context) {
      const { email } = await anyAgent(context);
      const { status } = await createCall(context, { memberId: email });
      must(status === "processing", "A call whose member is named by e-mail is created.", status);
    },
  },
  {
    name: "a recording in the service's own storage is ingested, and its call is completed",
    tag: "documented",
    operation: "createCall",
    source: "section 4, Calls, rule 3",
    async run(context) {
      const { publicUrl } = await uploadRecording(context);
      const { status } = await completedCall(context, { audio_url: publicUrl });
      must(status === "completed", "The call of an uploaded recording is completed.", status);
    },
  },
  {
    name: "a call of a member that is not there is refused",
    tag: "negative",
    operation: "createCall",
    source: "section 4, Calls, rule 2",
    async run(context) {
      const body = await callInput(context, { memberId: context.fresh.unknownId() });
      const { status } = await context.client.refused("createCall", { body });
      context.observe({ assumption: "unknown-references", expected: "404", observed: String(status) });
    },
  },
  {
    name: "a call of a category that is not there is refused",
    tag: "negative",
    operation: "createCall",
    source: "section 2, Call input fields, categoryId",
    async run(context) {
      const body = await callInput(context, { categoryId: context.fresh.unknownId() });
      const { status } = await context.client.refused("createCall", { body });
      context.observe({ assumption: "unknown-references", expected: "404", observed: String(status) });
    },
  },
  {
    name: "the analysis of a call that is not there is refused",
    tag: "negative",
    operation: "getCallAnalysis",
    source: "section 4, Calls, GET /calls/{callId}/analysis",
    async run({ client, fresh, observe }) {
      const { status } = await client.refused("getCallAnalysis", { path: { callId: fresh.unknownId() } });
      const situation = "for an unknown call";
      observe({ assumption: "external-errors", expected: `404 ${situation}`, observed: `${status} ${situation}` });
    },
  },
];
