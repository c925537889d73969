import type { Case } from "../cases/case.ts";
import type { CaseContext, Observation } from "../context/case-context.ts";
import { Departure } from "../departure.ts";
import { RecordingClient } from "../exchange/recording-client.ts";
import { publicWord } from "../public-word.ts";
import type { Outcome } from "./outcome.ts";

/** What the cases of a run share. */
export type RunContext = Omit<CaseContext, "client" | "observe">;

/** Runs one case. Whatever it throws becomes its outcome. */
export async function runCase(subject: Case, context: RunContext): Promise<Outcome> {
  const client = new RecordingClient(context.target);
  const observations: Observation[] = [];
  const observe = (observation: Observation) => observations.push(observation);
  const failure = await failureOf(() => subject.run({ ...context, client, observe }));
  const { exchanges } = client;
  const unknownFields = exchanges.flatMap((exchange) => exchange.unknownFields);
  const seen = { case: subject, observations, unknownFields, exchanges };
  return context.target.door === "live" ? judgeLive(seen, failure) : judgeFake(seen, failure);
}

type Seen = Pick<Outcome, "case" | "observations" | "unknownFields" | "exchanges">;

/** A fake must be as documented, as assumed, and nothing more. */
function judgeFake(seen: Seen, failure: Departure | undefined): Outcome {
  const [departure] = [failure, differenceOf(seen), additionOf(seen)].filter((found) => found !== undefined);
  return departure ? withDeparture(seen, "failed", departure) : { ...seen, verdict: "passed" };
}

/** A live service must be as documented; of what is assumed it is only recorded how it answers. */
function judgeLive(seen: Seen, failure: Departure | undefined): Outcome {
  if (failure) return withDeparture(seen, seen.case.tag === "assumed" ? "recorded" : "failed", failure);
  const difference = differenceOf(seen);
  return difference ? withDeparture(seen, "recorded", difference) : { ...seen, verdict: "passed" };
}

function differenceOf({ observations }: Seen): Departure | undefined {
  const difference = observations.find(({ expected, observed }) => expected !== observed);
  if (!difference) return undefined;
  const { assumption, expected, observed } = difference;
  return new Departure(`assumed: ${expected}; answered: ${observed}`, { place: `ASSUMPTIONS.md, ${assumption}` });
}

function additionOf({ unknownFields: [field] }: Seen): Departure | undefined {
  if (!field) return undefined;
  return new Departure(`The document does not have the field ${publicWord(field.key)}`, { place: field.place });
}

function withDeparture(seen: Seen, verdict: Outcome["verdict"], { message, place, seen: value }: Departure): Outcome {
  return { ...seen, verdict, statement: message, place: place ?? seen.case.source, seen: value };
}

async function failureOf(run: () => Promise<void>): Promise<Departure | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return error instanceof Departure ? error : new Departure("The case itself failed.", { seen: error });
  }
}
