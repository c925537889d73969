/** The rules of a fake in the page: its faults, gates, overrides and engine rules. No snapshot has them, so they are kept beside it. */
import type { Rule } from "@call-analysis/mock";
import { type Control, ControlError } from "./control.ts";

/** Everything by which the fake is told what to do with requests and calls, in matching order. */
export interface InPageControls {
  rules: readonly Rule[];
}

/** Reads them from a fake. */
export function readControls(control: Control): Promise<InPageControls> {
  return control.get<InPageControls>("/rules");
}

/** Adds them to a fake that has none: what is added last is tried first. */
export async function addControls(control: Control, { rules }: InPageControls): Promise<void> {
  for (const rule of [...rules].reverse()) await add(control, whatIsLeftOf(rule));
}

/** A rule that has applied twice of three times applies once more. */
function whatIsLeftOf({ id: _, held: __, used, passed = 0, ...rule }: Rule): object {
  const left = rule.skip === undefined ? rule : { ...rule, skip: rule.skip - passed };
  if (Array.isArray(left.then)) return { ...left, then: left.then.slice(used) };
  return left.times === undefined ? left : { ...left, times: left.times - used };
}

/** What the fake no longer takes, such as a rule of a category that is gone, is left out. */
async function add(control: Control, rule: object): Promise<void> {
  await control.send("POST", "/rules", rule).catch((error: unknown) => {
    if (!(error instanceof ControlError)) throw error;
  });
}
