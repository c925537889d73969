import fc from "fast-check";
import { RecordingClient } from "../../src/recording-client.ts";
import { createFake, fakeTarget } from "../../src/targets/fake.ts";
import type { ApplyMutation } from "../mutants/mutant.ts";
import { modelCommands } from "./commands.ts";
import { type Model, type RealSystem, timing } from "./model.ts";

const startAtMs = Date.parse("2026-03-01T00:00:00Z");
const commands = fc.commands(modelCommands, { maxCommands: 40, size: "max" });

/** How many sequences are tried, and with which seed. Without a seed they are different in each run. */
export interface ModelCheckOptions {
  sequences: number;
  seed?: number;
}

/** Runs random sequences on a fake and on the model, and shrinks the first sequence for which they differ. */
export function checkModel(apply: ApplyMutation, { sequences, seed }: ModelCheckOptions) {
  const property = fc.asyncProperty(commands, (sequence) => fc.asyncModelRun(() => start(apply), sequence));
  return fc.check(property, { numRuns: sequences, ...(seed !== undefined && { seed }) });
}

async function start(apply: ApplyMutation): Promise<{ model: Model; real: RealSystem }> {
  const { processingMs, pendingMs } = timing;
  const service = createFake({ clock: { startAt: startAtMs }, progression: { mode: "time", processingMs, pendingMs } });
  const client = new RecordingClient(fakeTarget(service, { name: "fetch", fetch: apply(service) }));
  const [category] = (await client.expectSuccess("listCategories")).data;
  const agents = (await client.expectSuccess("listAgents")).data.map(({ id, name, email }) => ({
    id,
    name,
    email,
    isActive: true,
  }));
  const model = { nowMs: startAtMs, categoryId: category?.id ?? "", agents, grants: [], calls: [] };
  return { model, real: { service, client } };
}
