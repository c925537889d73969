/** The requests of which random sequences are made: each is sent to the service, and predicted by the model. */
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { components } from "@call-analysis/sdk";
import fc from "fast-check";
import { isSuccess } from "../../src/contract.ts";
import { sampleWav } from "../../src/steps.ts";
import {
  activeAgents,
  findMember,
  type Model,
  type ModelCall,
  pick,
  type RealSystem,
  statusOf,
  timing,
} from "./model.ts";

type Command = fc.AsyncCommand<Model, RealSystem>;
type AnalysisSnapshot = components["schemas"]["AnalysisSnapshot"];

/** What one request does. Agents, grants and calls are picked by any number. */
interface Step {
  /** As a counterexample shows it. */
  text: string;
  /** What must be there before. @default nothing */
  needs?: readonly ("agents" | "grants" | "calls")[];
  run: Command["run"];
}

const date = { text: "05/02/2026", moment: Date.parse("2026-02-05T03:30:00Z") };

/** Few e-mails, so that they repeat; in upper or lower case, which must not matter. */
const email = fc.tuple(fc.constantFrom("asha", "dev", "mira"), fc.boolean()).map(([name, isUpper]) => {
  const address = `${name}.model@example.com`;
  return isUpper ? address.toUpperCase() : address;
});
const name = fc.constantFrom("Asha", "Dev", "Mira", "आशा");

const createAgent = fc.record({ name, email }).map((fields) =>
  command({
    text: `create agent ${JSON.stringify(fields)}`,
    async run(model, { client }) {
      const isTaken = findMember(model, fields.email) !== undefined;
      const response = await client.send("createAgent", { body: fields });
      assert(isSuccess(response) === !isTaken, "An agent is created unless another agent has its e-mail.");
      if (isTaken) return;
      const { id } = (response.json as { data: { id: string } }).data;
      model.agents.push({ ...fields, id, isActive: true });
    },
  }),
);

const updateAgent = fc.tuple(fc.nat(20), fc.record({ name, email }, { requiredKeys: [] })).map(([number, change]) =>
  command({
    text: `update agent ${number} ${JSON.stringify(change)}`,
    needs: ["agents"],
    async run(model, { client }) {
      const agent = pick(model.agents, number);
      const holder = change.email === undefined ? undefined : findMember(model, change.email);
      const isAllowed = agent.isActive && (holder === undefined || holder === agent);
      const response = await client.send("updateAgent", { path: { id: agent.id }, body: change });
      assert(
        isSuccess(response) === isAllowed,
        "An active agent accepts a change unless another agent has its e-mail.",
      );
      if (isAllowed) Object.assign(agent, change);
    },
  }),
);

const deleteAgent = fc.nat(20).map((number) =>
  command({
    text: `delete agent ${number}`,
    needs: ["agents"],
    async run(model, { client }) {
      const agent = pick(model.agents, number);
      const response = await client.send("deleteAgent", { path: { id: agent.id } });
      assert(isSuccess(response) === agent.isActive, "An agent can be deleted once.");
      agent.isActive = false;
    },
  }),
);

const listAgents = command({
  text: "list agents",
  async run(model, { client }) {
    const listed = (await client.succeed("listAgents")).data.map(({ id, name, email }) => ({ id, name, email }));
    const expected = activeAgents(model).map(({ id, name, email }) => ({ id, name, email }));
    assert(isDeepStrictEqual(listed, expected), "The list has the active agents as they are.");
  },
});

const grantUpload = command({
  text: "grant upload",
  async run(model, { client }) {
    const body = { filename: "model.wav", contentType: "audio/wav" };
    const { presignedUrl, publicUrl } = (await client.succeed("createUploadUrl", { body })).data;
    assert(!model.grants.some((grant) => grant.publicUrl === publicUrl), "Every grant has its own address.");
    const expiresAtMs = model.nowMs + timing.grantMs;
    model.grants.push({ presignedUrl, publicUrl, expiresAtMs, bytes: undefined, firstStoredAtMs: undefined });
  },
});

const putRecording = fc.tuple(fc.nat(10), fc.integer({ min: 1, max: 3 })).map(([number, pitch]) =>
  command({
    text: `put recording ${number}`,
    needs: ["grants"],
    async run(model, { client }) {
      const grant = pick(model.grants, number);
      const bytes = sampleWav({ seconds: 0.01, pitch });
      const init = { method: "PUT", headers: { "content-type": "audio/wav" }, body: bytes };
      const upload = await client.sendTo("uploadRecording", grant.presignedUrl, init);
      const isInTime = model.nowMs <= grant.expiresAtMs;
      assert(isSuccess(upload) === isInTime, "A signed address is good until it expires.");
      if (!isInTime) return;
      grant.bytes = bytes;
      grant.firstStoredAtMs ??= model.nowMs;
    },
  }),
);

const readRecording = fc.nat(10).map((number) =>
  command({
    text: `read recording ${number}`,
    needs: ["grants"],
    async run(model, { client }) {
      const { publicUrl, bytes } = pick(model.grants, number);
      const response = await client.sendTo("readRecording", publicUrl, {});
      assert(isSuccess(response) === (bytes !== undefined), "A public address can be read after the upload.");
      if (bytes) assert(Buffer.compare(response.bytes, bytes) === 0, "A public address returns the last upload.");
    },
  }),
);

const callChoice = fc.record({
  agent: fc.nat(20),
  isByEmail: fc.boolean(),
  grant: fc.nat(10),
  udfs: fc
    .dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 })
    .map((fields): Record<string, unknown> => JSON.parse(JSON.stringify(fields))),
  isDated: fc.boolean(),
});

const createCall = callChoice.map(({ agent, isByEmail, grant, udfs, isDated }) =>
  command({
    text: `create call ${JSON.stringify({ agent, isByEmail, grant, udfs, isDated })}`,
    needs: ["agents", "grants"],
    async run(model, { client }) {
      const { id, email } = pick(model.agents, agent);
      const chosen = pick(model.grants, grant);
      const memberId = isByEmail ? email : id;
      const { categoryId, nowMs: createdAtMs } = model;
      const body = { memberId, categoryId, audio_url: chosen.publicUrl, udfs, ...(isDated && { date: date.text }) };
      const response = await client.send("createCall", { body });
      assert(isSuccess(response) === (findMember(model, memberId) !== undefined), "A call needs an active member.");
      if (!isSuccess(response)) return;
      const { callId } = (response.json as { data: { callId: string } }).data;
      const timestampMs = isDated ? date.moment : createdAtMs;
      model.calls.push({
        callId,
        createdAtMs,
        timestampMs,
        udfs,
        hadRecording: chosen.bytes !== undefined,
        grant: chosen,
      });
    },
  }),
);

const pollCall = fc.nat(10).map((number) =>
  command({
    text: `poll call ${number}`,
    needs: ["calls"],
    async run(model, { client }) {
      const call = pick(model.calls, number);
      const { data } = await client.succeed("getCallAnalysis", { path: { callId: call.callId } });
      assert(data.callId === call.callId, "An analysis is of the call that was asked for.");
      assert(data.status === statusOf(model, call), "A call's status follows from its age.");
      assert((data.analysis !== null) === (data.status === "completed"), "An analysis is there when it is completed.");
      checkMetadata(data, call);
    },
  }),
);

const { processingMs, pendingMs, grantMs } = timing;
const advanceClock = fc.constantFrom(1, processingMs - 1, processingMs, pendingMs, grantMs, grantMs + 1).map((ms) =>
  command({
    text: `advance ${ms} ms`,
    async run(model, { service }) {
      service.clock.advance(ms);
      model.nowMs += ms;
    },
  }),
);

/** Commands about agents, uploads, calls and time. */
export const modelCommands: fc.Arbitrary<Command>[] = [
  createAgent,
  updateAgent,
  deleteAgent,
  fc.constant(listAgents),
  fc.constant(grantUpload),
  putRecording,
  readRecording,
  createCall,
  pollCall,
  advanceClock,
];

function command({ text, needs = [], run }: Step): Command {
  return { check: (model) => needs.every((kind) => model[kind].length > 0), run, toString: () => text };
}

function checkMetadata({ metadata }: AnalysisSnapshot, { timestampMs, udfs }: ModelCall): void {
  assert(isDeepStrictEqual(metadata?.udfs, udfs), "User-defined fields stay with their call.");
  for (const timestamp of [metadata?.createdAt, metadata?.updatedAt]) {
    assert(Date.parse(timestamp ?? "") === timestampMs, "Timestamps are the date's, or the creation's.");
  }
}
