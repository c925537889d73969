import type { Case } from "../cases/case.ts";
import { hasCapability, type Target } from "../target.ts";

/** What a live service is asked for besides what is documented and assumed. A fake is asked for everything. */
export interface SelectionOptions {
  negative?: boolean;
  destructive?: boolean;
}

/** Why a case does not run on a target; undefined when it runs. */
export function reasonToSkip({ tag, needs = [] }: Case, target: Target, options: SelectionOptions): string | undefined {
  const isOptional = tag === "negative" || tag === "destructive";
  if (target.door === "live" && isOptional && !options[tag]) return `--${tag} was not given`;
  const missing = needs.find((capability) => !hasCapability(target, capability));
  return missing === undefined ? undefined : `the target has no ${missing}`;
}
