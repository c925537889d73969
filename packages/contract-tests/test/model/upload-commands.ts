import fc from "fast-check";
import { isSuccess } from "../../src/contract/response-check.ts";
import { assert } from "../../src/contract-violation.ts";
import { sampleWav } from "../../src/steps/recordings.ts";
import { type Model, pick, type RealSystem, timing } from "./model.ts";

type Command = fc.AsyncCommand<Model, RealSystem>;

class GrantUpload implements Command {
  check(): boolean {
    return true;
  }

  async run(model: Model, { client }: RealSystem): Promise<void> {
    const body = { filename: "model.wav", contentType: "audio/wav" };
    const { presignedUrl, publicUrl } = (await client.expectSuccess("createUploadUrl", { body })).data;
    assert(!model.grants.some((grant) => grant.publicUrl === publicUrl), "Every grant has an address of its own.");
    const expiresAtMs = model.nowMs + timing.grantMs;
    model.grants.push({ presignedUrl, publicUrl, expiresAtMs, bytes: undefined, firstStoredAtMs: undefined });
  }

  toString(): string {
    return "grant upload";
  }
}

class PutRecording implements Command {
  readonly #number: number;
  readonly #pitch: number;

  constructor(number: number, pitch: number) {
    this.#number = number;
    this.#pitch = pitch;
  }

  check({ grants }: Readonly<Model>): boolean {
    return grants.length > 0;
  }

  async run(model: Model, { client }: RealSystem): Promise<void> {
    const grant = pick(model.grants, this.#number);
    const bytes = sampleWav({ seconds: 0.01, pitch: this.#pitch });
    const init = { method: "PUT", headers: { "content-type": "audio/wav" }, body: bytes };
    const upload = await client.sendTo("uploadRecording", grant.presignedUrl, init);
    const isInTime = model.nowMs <= grant.expiresAtMs;
    assert(isSuccess(upload) === isInTime, "A signed address is good until it expires.");
    if (!isInTime) return;
    grant.bytes = bytes;
    grant.firstStoredAtMs ??= model.nowMs;
  }

  toString(): string {
    return `put recording ${this.#number}`;
  }
}

class ReadRecording implements Command {
  readonly #number: number;

  constructor(number: number) {
    this.#number = number;
  }

  check({ grants }: Readonly<Model>): boolean {
    return grants.length > 0;
  }

  async run(model: Model, { client }: RealSystem): Promise<void> {
    const { publicUrl, bytes } = pick(model.grants, this.#number);
    const response = await client.sendTo("readRecording", publicUrl, {});
    assert(isSuccess(response) === (bytes !== undefined), "A public address can be read after the upload.");
    if (bytes) assert(Buffer.compare(response.bytes, bytes) === 0, "A public address returns the last upload.");
  }

  toString(): string {
    return `read recording ${this.#number}`;
  }
}

/** Commands about uploads. */
export const uploadCommands: fc.Arbitrary<Command>[] = [
  fc.constant(new GrantUpload()),
  fc.tuple(fc.nat(10), fc.integer({ min: 1, max: 3 })).map(([number, pitch]) => new PutRecording(number, pitch)),
  fc.nat(10).map((number) => new ReadRecording(number)),
];
