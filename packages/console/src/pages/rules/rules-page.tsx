/** The rules of the fake: when something matches, then something happens. */
import type { Rule } from "@call-analysis/mock";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useControl } from "../../connection/connection.ts";
import { useRules } from "../../data/queries.ts";
import { meetingText, subjectText, thenTexts } from "../../operations/rule-texts.ts";
import { useRulesChange } from "../../operations/use-rules-change.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-dialog.tsx";
import { EmptyState, Page } from "../../ui/page.tsx";
import { Loaded } from "../../ui/query-states.tsx";
import { journalQuery } from "../journal/journal-query.ts";
import { RuleDialog } from "./rule-dialog.tsx";
import { JournalLink, RuleRow } from "./rule-row.tsx";
import type { RulesSearch } from "./rules-search.ts";

const route = getRouteApi("/fake/rules");

/** The page. */
export function RulesPage() {
  const search: RulesSearch = route.useSearch();
  const navigate = route.useNavigate();
  const rules = useRules();
  const isEmpty = rules.data === undefined || rules.data.length === 0;
  return (
    <Page
      title="Rules"
      description="Rules are checked from the top. For each kind of effect, the first match wins."
      actions={
        <>
          {!isEmpty && <RemoveAll count={rules.data.length} />}
          <Button
            variant="primary"
            icon={<Plus size={16} aria-hidden />}
            onClick={() => void navigate({ search: { ...search, new: true } })}
          >
            Add a rule
          </Button>
        </>
      }
    >
      <Loaded query={rules} lines={4} what="the rules">
        {(all) => (all.length === 0 ? <NoRules /> : <Rules all={all} search={search} />)}
      </Loaded>
      {search.new && (
        <RuleDialog
          rule={null}
          operation={search.operation ?? ""}
          kind={search.kind}
          onClose={() => void navigate({ search: {} })}
        />
      )}
    </Page>
  );
}

function Rules({ all, search }: { all: readonly Rule[]; search: RulesSearch }) {
  const [edited, setEdited] = useState<Rule | null>(null);
  return (
    <>
      <ol aria-label="Rules" className="divide-y divide-line rounded-lg border border-line bg-panel">
        {all.map((rule, index) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            meeting={meetingText(rule, all.slice(0, index))}
            isPointedOut={rule.id === search.rule}
            onEdit={() => setEdited(rule)}
          />
        ))}
      </ol>
      <GoneRules all={all} />
      {edited && <RuleDialog rule={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

/** The rules that are used up or were removed, as far as the journal has requests of them. */
function GoneRules({ all }: { all: readonly Rule[] }) {
  const { data: entries = [] } = useQuery(journalQuery(useControl(), useQueryClient()));
  const applied = entries.flatMap(({ rules, ruleDefinitions }) =>
    rules.map((id, index) => [id, ruleDefinitions[index]] as const),
  );
  const gone = [...new Map(applied)].filter(([id]) => all.every((rule) => rule.id !== id)).toReversed();
  if (gone.length === 0) return null;
  return (
    <ul aria-label="Rules that are gone" className="text-xs text-muted">
      {gone.map(([id, rule]) => (
        <li key={id} className="px-4 py-1">
          <code className="font-mono">{id}</code> no longer exists. It was used up or removed
          {rule && `. For ${subjectText(rule)}: ${thenTexts(rule).join(", then ")}`}
          <JournalLink id={id} />
        </li>
      ))}
    </ul>
  );
}

/** How the first rule is added: on the page, and from a terminal. */
function NoRules() {
  return (
    <>
      <EmptyState title="No rules: every request gets its normal response">
        Choose “Add a rule” to make requests fail, wait or slow down, or to decide how calls end.
      </EmptyState>
      <GoneRules all={[]} />
    </>
  );
}

function RemoveAll({ count }: { count: number }) {
  const { change, isDisabled } = useRulesChange();
  return (
    <ConfirmButton
      button={{ disabled: isDisabled, icon: <Trash2 size={15} aria-hidden /> }}
      label="Remove all…"
      title={count === 1 ? "Remove the rule?" : `Remove all ${count} rules?`}
      action="Remove all"
      onConfirm={() => change((control) => control.send("DELETE", "/rules"))}
    >
      Held requests continue. Existing calls still end as their rules said.
    </ConfirmButton>
  );
}
