import fc from "fast-check";
import { RecordingClient } from "../../src/exchange/recording-client.ts";
import { createFake, fakeTarget } from "../../src/targets/fake.ts";
import type { Plant } from "../faults/fault.ts";
import { agentCommands } from "./agent-commands.ts";
import { callCommands } from "./call-commands.ts";
import { type Model, timing, type World } from "./model.ts";
import { uploadCommands } from "./upload-commands.ts";

const startAtMs = Date.parse("2026-03-01T00:00:00Z");
const commands = fc.commands([...agentCommands, ...uploadCommands, ...callCommands], { maxCommands: 40, size: "max" });

/** How many sequences are tried, and which: by default others each time. */
export interface ModelCheckOptions {
  sequences: number;
  seed?: number;
}

/** Runs random sequences on a fake and on the model, and shrinks the first that tells them apart. */
export function checkModel(plant: Plant, { sequences, seed }: ModelCheckOptions) {
  const property = fc.asyncProperty(commands, (sequence) => fc.asyncModelRun(() => start(plant), sequence));
  return fc.check(property, { numRuns: sequences, ...(seed !== undefined && { seed }) });
}

async function start(plant: Plant): Promise<{ model: Model; real: World }> {
  const service = createFake({ clock: { startAt: startAtMs }, progression: { mode: "time", ...timing } });
  const client = new RecordingClient(fakeTarget(service, { door: "fetch", fetch: plant(service) }));
  const [category] = (await client.ask("listCategories")).data;
  const agents = (await client.ask("listAgents")).data.map(({ id, name, email }) => ({
    id,
    name,
    email,
    isActive: true,
  }));
  const model = { nowMs: startAtMs, categoryId: category?.id ?? "", agents, grants: [], calls: [] };
  return { model, real: { service, client } };
}
