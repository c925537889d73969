/** The rules of the fake: when something matches, then something happens. */
import type { Rule } from "@call-analysis/mock";
import { getRouteApi } from "@tanstack/react-router";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useConnection, useControl } from "../../connection/connection.ts";
import { useRules } from "../../data/queries.ts";
import { useRulesChange } from "../../operations/use-rules-change.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-dialog.tsx";
import { EmptyState, Page } from "../../ui/page.tsx";
import { Loaded } from "../../ui/query-states.tsx";
import { controlCommand } from "./rule-code.ts";
import { RuleDialog } from "./rule-dialog.tsx";
import { RuleRow } from "./rule-row.tsx";
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
        {(all) => (all.length === 0 ? <NoRules search={search} /> : <Rules all={all} search={search} />)}
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
      <MissingRule id={search.rule} all={all} />
      <ol aria-label="Rules" className="divide-y divide-line rounded-lg border border-line bg-panel">
        {all.map((rule) => (
          <RuleRow key={rule.id} rule={rule} isPointedOut={rule.id === search.rule} onEdit={() => setEdited(rule)} />
        ))}
      </ol>
      {edited && <RuleDialog rule={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

function MissingRule({ id, all }: { id: string | undefined; all: readonly Rule[] }) {
  if (id === undefined || all.some((rule) => rule.id === id)) return null;
  return (
    <p role="status" className="rounded-md border border-warn/40 bg-warn-soft px-3 py-2 text-warn">
      The rule <code className="font-mono text-xs">{id}</code> is no longer there: it is used up, or was removed.
    </p>
  );
}

/** How the first rule is added: on the page, and from a terminal. */
function NoRules({ search }: { search: RulesSearch }) {
  const { kind } = useConnection();
  const { url, headers } = useControl();
  const body = { when: { operation: "createCall" }, times: 1, then: { respond: { status: 503 } } };
  const command = controlCommand("/rules", body, { url, hasToken: "x-admin-token" in headers });
  return (
    <>
      <MissingRule id={search.rule} all={[]} />
      <EmptyState title="No rules: every request gets its normal response" {...(kind === "fake" && { command })}>
        Choose “Add a rule” to let requests fail, wait or be slow, or to decide how calls end
        {kind === "fake" ? ", or add one from a terminal or a test." : "."}
      </EmptyState>
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
      Requests that are held go on. Calls that exist keep their end.
    </ConfirmButton>
  );
}
