import type { OperationName, RuleEffects } from "@call-analysis/mock";
import { Link } from "@tanstack/react-router";
import { Hand, Zap } from "lucide-react";
import { useState } from "react";
import { useRules } from "../../data/queries.ts";
import { operationNames } from "../../operations/operations.ts";
import { kindOf, type RuleKind, thenTexts } from "../../operations/rule-texts.ts";
import { useRulesChange } from "../../operations/use-rules-change.ts";
import { Button } from "../../ui/button.tsx";
import { inputClasses } from "../../ui/choice.tsx";
import { linkClasses } from "../../ui/class-names.ts";
import { focusHeading } from "../../ui/focus-heading.ts";
import { Menu } from "../../ui/menu.tsx";
import { RuleDialog } from "../rules/rule-dialog.tsx";

/** The failures that clients meet most. The form of rules has all. */
const failures: readonly { label: string; then: RuleEffects }[] = [
  { label: "Response lost after the service has acted", then: { break: { network: "error", when: "after" } } },
  { label: "Status 503", then: { respond: { status: 503 } } },
  { label: "Status 429, Retry-After 1 s", then: { respond: { status: 429, retryAfter: 1 } } },
  { label: "Status 500", then: { respond: { status: 500 } } },
  { label: "Connection reset", then: { break: { network: "reset" } } },
  { label: "Timeout: no response", then: { break: { network: "timeout" } } },
  { label: "Truncated body", then: { break: { body: "truncate" } } },
];

/** Makes the next request of an operation fail, or holds it until it is released. */
export function NextRequest({ operation }: { operation: OperationName }) {
  const { data: rules = [] } = useRules();
  const own = rules.filter(({ when, enabled }) => enabled && when?.operation === operation);
  const waitingGates = own.filter(({ held }) => held === 0);
  const others = own.filter((rule) => kindOf(rule) !== "gate");
  const { change } = useRulesChange();
  const cancel = () => change((to) => Promise.all(waitingGates.map(({ id }) => to.send("DELETE", `/rules/${id}`))));
  return (
    <>
      <NextMenus operation={operation} />
      {waitingGates.length > 0 && (
        <Button
          onClick={({ currentTarget }) => {
            focusHeading(currentTarget);
            cancel();
          }}
        >
          Cancel the hold
        </Button>
      )}
      <p role="status" className="order-last basis-full text-muted empty:sr-only">
        {waitingGates.length > 0 && `The next ${operation} will be held. `}
        {others.length > 0 && (
          <>
            {others.length === 1 ? "A rule waits" : `${others.length} rules wait`} for {operation}:{" "}
            {others.map((rule) => `${rule.then.end ? "" : "it "}${thenTexts(rule).join(", then ")}`).join("; ")}.{" "}
            <Link to="/fake/rules" className={linkClasses}>
              See the rules
            </Link>
          </>
        )}
      </p>
    </>
  );
}

/** The same for an operation that is chosen, also before there is any request of it. */
export function NextRequestOf() {
  const [operation, setOperation] = useState<OperationName>("createCall");
  return (
    <div className="flex flex-wrap items-center gap-2">
      <select
        aria-label="Operation of the next request"
        value={operation}
        // The choices are the operations.
        onChange={({ target }) => setOperation(target.value as OperationName)}
        className={inputClasses("max-w-44", "h-8")}
      >
        {operationNames.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <NextRequest operation={operation} />
    </div>
  );
}

/** How the next request fails, and which are held. */
function NextMenus({ operation }: { operation: OperationName }) {
  const { change } = useRulesChange();
  const [formKind, setFormKind] = useState<RuleKind>();
  const add = (rule: { times?: number; then: RuleEffects }) =>
    change((to) => to.send("POST", "/rules", { when: { operation }, ...rule }));
  const failing = failures.map(({ label, then }) => ({ label, onSelect: () => add({ times: 1, then }) }));
  const another = { label: "Something else…", onSelect: () => setFormKind("fault") };
  const holding = [
    { label: "Until you release it", onSelect: () => add({ then: { hold: true } }) },
    { label: "Only requests with a field…", onSelect: () => setFormKind("gate") },
  ];
  return (
    <>
      <Menu label="Fail the next" icon={<Zap size={14} aria-hidden />} items={[...failing, another]} />
      <Menu label="Hold the next" icon={<Hand size={14} aria-hidden />} items={holding} />
      {formKind && (
        <RuleDialog rule={null} operation={operation} kind={formKind} onClose={() => setFormKind(undefined)} />
      )}
    </>
  );
}
