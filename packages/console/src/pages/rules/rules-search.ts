import type { RuleKind } from "../../operations/rule-texts.ts";

/** The search parameters of the rules page. */
export interface RulesSearch {
  /** The id of a rule that is pointed out. */
  rule?: string | undefined;
  /** Whether the form of a new rule is open. */
  new?: true | undefined;
  /** The operation and the kind that the form begins with. */
  kind?: RuleKind | undefined;
  operation?: string | undefined;
}

const kinds: readonly unknown[] = ["fault", "gate", "end"] satisfies RuleKind[];

/** Parses the search parameters. Unknown ones are dropped. */
export function rulesSearch({ kind, rule, new: isNew, operation }: Record<string, unknown>): RulesSearch {
  return {
    ...(kinds.includes(kind) && { kind: kind as RuleKind }),
    ...(typeof rule === "string" && rule !== "" && { rule }),
    ...(isNew === true && { new: true as const }),
    ...(typeof operation === "string" && { operation }),
  };
}
