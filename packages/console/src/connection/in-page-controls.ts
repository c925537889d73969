/** The faults, rules and gates of a fake in the page. No snapshot has them, so they are kept beside it. */
import type { InjectedFault, ListedEngineRule } from "@call-analysis/mock";
import { type Control, ControlError } from "./control.ts";

/** Everything by which the fake is told what to do with requests and calls. */
export interface InPageControls {
  faults: readonly InjectedFault[];
  rules: readonly ListedEngineRule[];
  gates: readonly { operation: string; match: object }[];
}

/** Reads them from a fake. */
export async function readControls(control: Control): Promise<InPageControls> {
  const [{ faults }, { rules }, { gates }] = await Promise.all([
    control.get<Pick<InPageControls, "faults">>("/faults"),
    control.get<Pick<InPageControls, "rules">>("/engine/rules"),
    control.get<Pick<InPageControls, "gates">>("/gates"),
  ]);
  return { faults, rules, gates };
}

/** Adds them to a fake that has none, in the order in which they were added first: the latest one applies. */
export async function addControls(control: Control, { faults, rules, gates }: InPageControls): Promise<void> {
  for (const fault of faults) await add(control, "/faults", whatIsLeftOf(fault));
  for (const { id: _, ...rule } of rules) await add(control, "/engine/rules", rule);
  for (const { operation, match } of gates) await add(control, "/gates", { operation, match });
}

/** A fault that has applied twice of three times applies once more. */
function whatIsLeftOf({ id: _, used, ...injected }: InjectedFault): object {
  const fault = used > 0 ? { ...injected, skip: 0 } : injected;
  if ("sequence" in fault) return { ...fault, sequence: fault.sequence.slice(used) };
  return fault.times === undefined ? fault : { ...fault, times: fault.times - used };
}

/** What the fake no longer takes, such as a rule of a category that is gone, is left out. */
async function add(control: Control, path: string, body: object): Promise<void> {
  await control.send("POST", path, body).catch((error: unknown) => {
    if (!(error instanceof ControlError)) throw error;
  });
}
