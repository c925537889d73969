/** Calls as an application creates them. */
import type { Fake } from "./fake.ts";
import { wav } from "./wav.ts";

/** What can differ between calls. */
export interface CallChoice {
  /** Of the recording, which is hosted elsewhere. */
  name?: string;
  /** The place of its agent in the list. */
  agent?: number;
  /** The place of its category in the list. */
  category?: number;
  udfs?: Record<string, unknown>;
}

/** Creates a call of a hosted recording. Returns its id. */
export async function createCall(
  { sdk }: Pick<Fake, "sdk">,
  { name = "call-0193", agent = 0, category = 0, udfs = {} }: CallChoice = {},
): Promise<string> {
  const [agents, categories] = await Promise.all([sdk.agents.list(), sdk.categories.list()]);
  const { callId } = await sdk.calls.create({
    memberId: agents[agent]?.id ?? "",
    categoryId: categories[category]?.id ?? "",
    audio_url: `https://recordings.example.com/${name}.wav`,
    udfs,
  });
  return callId;
}

/** Creates a call of an uploaded recording, which is not finished yet. Returns its id. */
export async function submitCall(
  { sdk }: Pick<Fake, "sdk">,
  { filename, seconds = 60, udfs = {} }: { filename: string; seconds?: number; udfs?: Record<string, unknown> },
): Promise<string> {
  const [[agent], [category]] = await Promise.all([sdk.agents.list(), sdk.categories.list()]);
  const people = { memberId: agent?.id ?? "", categoryId: category?.id ?? "" };
  return (await sdk.calls.submitFile({ file: wav(seconds), filename, udfs, ...people })).callId;
}

/** Creates a call and completes it with parts of an analysis. Returns its id. */
export async function completedCall(
  fake: Fake,
  { analysis = {}, ...choice }: CallChoice & { analysis?: object } = {},
): Promise<string> {
  const callId = await createCall(fake, choice);
  await fake.control("POST", `/calls/${callId}/complete`, analysis);
  return callId;
}
