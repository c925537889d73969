/** The rules that decide how calls to come will end. */
import type { ListedEngineRule } from "@call-analysis/mock";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useConnection, useControl } from "../../connection/connection.ts";
import { rulesQuery } from "../../data/control-queries.ts";
import { ControlList, ControlListRow, EndButton } from "../../operations/control-list.tsx";
import { MatchText } from "../../operations/match-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Badge, type Tone } from "../../ui/status.tsx";
import { AddRuleDialog } from "./add-rule-dialog.tsx";
import { ruleEndText, ruleTimeText } from "./rule-form.ts";

/** The page. */
export function RulesPage() {
  const [isAdding, setIsAdding] = useState(false);
  const { isReadOnly } = useConnection();
  return (
    <Page
      title="Rules"
      description="Decide how calls that are created from now on will end. The latest rule that matches a call applies."
      actions={
        <Button
          variant="primary"
          disabled={isReadOnly}
          icon={<Plus size={16} aria-hidden />}
          onClick={() => setIsAdding(true)}
        >
          Add a rule
        </Button>
      }
    >
      <Rules />
      {isAdding && <AddRuleDialog onClose={() => setIsAdding(false)} />}
    </Page>
  );
}

function Rules() {
  const { name } = useConnection();
  const control = useControl();
  return (
    <ControlList
      label="Rules"
      query={useQuery(rulesQuery({ control, name }))}
      empty={{
        title: "Every call ends as it is planned",
        button: "Add a rule",
        path: "/engine/rules",
        body: { match: { filename: "vip.wav" }, complete: { score: 91 } },
      }}
      row={(rule) => <RuleRow key={rule.id} rule={rule} />}
    />
  );
}

function RuleRow({ rule }: { rule: ListedEngineRule }) {
  const time = ruleTimeText(rule);
  const isForAll = Object.keys(rule.match).length === 0;
  return (
    <ControlListRow
      title={
        <>
          <span className="font-medium">{isForAll ? "Every call" : "A call that matches"}</span>
          <Badge tone={toneOf(rule)}>{ruleEndText(rule)}</Badge>
          {time !== undefined && <Badge>{time}</Badge>}
        </>
      }
      action={
        <EndButton area="rules" path={`/engine/rules/${rule.id}`}>
          Remove
        </EndButton>
      }
    >
      <MatchText match={rule.match} />
      <code className="font-mono text-xs text-muted">{rule.id}</code>
    </ControlListRow>
  );
}

function toneOf({ fail, stall, complete }: ListedEngineRule): Tone {
  if (fail) return "bad";
  if (stall) return "warn";
  return complete ? "good" : "neutral";
}
