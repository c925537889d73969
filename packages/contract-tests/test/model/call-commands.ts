import { isDeepStrictEqual } from "node:util";
import type { components } from "@call-analysis/sdk";
import fc from "fast-check";
import { isSuccess } from "../../src/contract/response-check.ts";
import { assert } from "../../src/contract-violation.ts";
import { findMember, type Model, type ModelCall, pick, type RealSystem, statusOf, timing } from "./model.ts";

type Command = fc.AsyncCommand<Model, RealSystem>;
type AnalysisSnapshot = components["schemas"]["AnalysisSnapshot"];

/** The random parts of a call. Agents and grants are picked by any number. */
interface CallChoice {
  agent: number;
  isByEmail: boolean;
  grant: number;
  udfs: Record<string, unknown>;
  isDated: boolean;
}

const date = { text: "05/02/2026", moment: Date.parse("2026-02-05T03:30:00Z") };

class CreateCall implements Command {
  readonly #choice: CallChoice;

  constructor(choice: CallChoice) {
    this.#choice = choice;
  }

  check({ agents, grants }: Readonly<Model>): boolean {
    return agents.length > 0 && grants.length > 0;
  }

  async run(model: Model, { client }: RealSystem): Promise<void> {
    const { agent, isByEmail, grant, udfs, isDated } = this.#choice;
    const { id, email } = pick(model.agents, agent);
    const chosen = pick(model.grants, grant);
    const memberId = isByEmail ? email : id;
    const body = {
      memberId,
      categoryId: model.categoryId,
      audio_url: chosen.publicUrl,
      udfs,
      ...(isDated && { date: date.text }),
    };
    const response = await client.send("createCall", { body });
    assert(isSuccess(response) === (findMember(model, memberId) !== undefined), "A call needs an active member.");
    if (!isSuccess(response)) return;
    const timestampMs = isDated ? date.moment : model.nowMs;
    const { callId } = (response.json as { data: { callId: string } }).data;
    const hadRecording = chosen.bytes !== undefined;
    model.calls.push({ callId, createdAtMs: model.nowMs, timestampMs, udfs, hadRecording, grant: chosen });
  }

  toString(): string {
    return `create call ${JSON.stringify(this.#choice)}`;
  }
}

class PollCall implements Command {
  readonly #number: number;

  constructor(number: number) {
    this.#number = number;
  }

  check({ calls }: Readonly<Model>): boolean {
    return calls.length > 0;
  }

  async run(model: Model, { client }: RealSystem): Promise<void> {
    const call = pick(model.calls, this.#number);
    const { data } = await client.expectSuccess("getCallAnalysis", { path: { callId: call.callId } });
    assert(data.callId === call.callId, "An analysis is of the call that was asked for.");
    assert(data.status === statusOf(model, call), "A call's status follows from its age.", data.status);
    assert((data.analysis !== null) === (data.status === "completed"), "An analysis is there when it is completed.");
    checkMetadata(data, call);
  }

  toString(): string {
    return `poll call ${this.#number}`;
  }
}

class AdvanceClock implements Command {
  readonly #milliseconds: number;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, { service }: RealSystem): Promise<void> {
    service.clock.advance(this.#milliseconds);
    model.nowMs += this.#milliseconds;
  }

  toString(): string {
    return `advance ${this.#milliseconds} ms`;
  }
}

/** Commands about calls and time. */
export const callCommands: fc.Arbitrary<Command>[] = [
  fc
    .record({
      agent: fc.nat(20),
      isByEmail: fc.boolean(),
      grant: fc.nat(10),
      udfs: fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 }),
      isDated: fc.boolean(),
    })
    .map((choice) => new CreateCall(JSON.parse(JSON.stringify(choice)))),
  fc.nat(10).map((number) => new PollCall(number)),
  fc
    .constantFrom(1, timing.processingMs - 1, timing.processingMs, timing.pendingMs, timing.grantMs, timing.grantMs + 1)
    .map((milliseconds) => new AdvanceClock(milliseconds)),
];

function checkMetadata({ metadata }: AnalysisSnapshot, { timestampMs, udfs }: ModelCall): void {
  assert(isDeepStrictEqual(metadata?.udfs, udfs), "User-defined fields stay with their call.", metadata?.udfs);
  for (const timestamp of [metadata?.createdAt, metadata?.updatedAt]) {
    assert(Date.parse(timestamp ?? "") === timestampMs, "Timestamps are the date's, or the creation's.", timestamp);
  }
}
