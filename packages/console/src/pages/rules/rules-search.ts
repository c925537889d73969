import type { RuleKind } from "../../operations/rule-texts.ts";

/** What the address of the rules says. */
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

/** What an address says. Whatever else it has is left out. */
export function rulesSearch({ kind, rule, new: isNew, operation }: Record<string, unknown>): RulesSearch {
  return {
    ...(kinds.includes(kind) && { kind: kind as RuleKind }),
    ...(typeof rule === "string" && rule !== "" && { rule }),
    ...(isNew === true && { new: true as const }),
    ...(typeof operation === "string" && { operation }),
  };
}
