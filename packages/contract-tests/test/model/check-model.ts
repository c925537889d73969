import fc from "fast-check";
import { Client } from "../../src/client.ts";
import type { Fault } from "../../src/fault.ts";
import { createFake, fakeTarget } from "../../src/target.ts";
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
export function checkModel(fault: Fault, { sequences, seed }: ModelCheckOptions) {
  const property = fc.asyncProperty(commands, (sequence) => fc.asyncModelRun(() => start(fault), sequence));
  return fc.check(property, { numRuns: sequences, ...(seed !== undefined && { seed }) });
}

async function start(fault: Fault): Promise<{ model: Model; real: RealSystem }> {
  const { processingMs, pendingMs } = timing;
  const service = createFake({ clock: { startAt: startAtMs }, progression: { mode: "time", processingMs, pendingMs } });
  const client = new Client(fakeTarget(service, { name: "fetch", send: fault(service) }));
  const [category] = (await client.succeed("listCategories")).data;
  const agents = (await client.succeed("listAgents")).data.map(({ id, name, email }) => ({
    id,
    name,
    email,
    isActive: true,
  }));
  const model = { nowMs: startAtMs, categoryId: category?.id ?? "", agents, grants: [], calls: [] };
  return { model, real: { service, client } };
}
