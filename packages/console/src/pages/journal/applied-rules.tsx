import type { JournalEntry } from "@call-analysis/mock";
import { Link } from "@tanstack/react-router";
import { useRules } from "../../data/control-queries.ts";
import { thenTexts } from "../../operations/rule-texts.ts";

/** The rules that applied to a request; what they do, where the reason does not say it, and as long as they are there. */
export function AppliedRules({ entry: { rules: ids, reason } }: { entry: Pick<JournalEntry, "rules" | "reason"> }) {
  const { data: rules = [] } = useRules();
  if (ids.length === 0) return null;
  return (
    <ul aria-label="Rules that applied" className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {ids.map((id) => {
        const rule = rules.find((each) => each.id === id);
        return (
          <li key={id}>
            By the rule{" "}
            <Link to="/fake/rules" search={{ rule: id }} className="font-mono text-accent underline underline-offset-2">
              {id}
            </Link>
            {!rule && ", which is no longer there"}
            {rule && !reason?.includes(id) && `: it ${thenTexts(rule).join(", then ")}`}
          </li>
        );
      })}
    </ul>
  );
}
