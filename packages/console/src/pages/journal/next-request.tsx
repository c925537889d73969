import type { OperationName, Rule, RuleEffects } from "@call-analysis/mock";
import { Link, useNavigate } from "@tanstack/react-router";
import { DoorOpen, Hand, Zap } from "lucide-react";
import { useRules } from "../../data/queries.ts";
import { kindOf, thenTexts } from "../../operations/rule-texts.ts";
import { useRulesChange } from "../../operations/use-rules-change.ts";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu.tsx";

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
  const gates = own.filter((rule) => kindOf(rule) === "gate");
  const { change, isDisabled } = useRulesChange();
  const release = () => change((to) => Promise.all(gates.map(({ id }) => to.send("DELETE", `/rules/${id}`))));
  return (
    <>
      <FailMenu operation={operation} />
      {gates.length === 0 ? (
        <HoldMenu operation={operation} />
      ) : (
        <Button key="release" disabled={isDisabled} icon={<DoorOpen size={14} aria-hidden />} onClick={release}>
          Release
        </Button>
      )}
      <HeldCount operation={operation} gates={gates} />
      <WaitingRules operation={operation} rules={own.filter((rule) => kindOf(rule) !== "gate")} />
    </>
  );
}

function FailMenu({ operation }: { operation: OperationName }) {
  const { change, isDisabled } = useRulesChange();
  const navigate = useNavigate();
  const items = failures.map(({ label, then }) => ({
    label,
    onSelect: () => change((to) => to.send("POST", "/rules", { when: { operation }, times: 1, then })),
  }));
  const another = {
    label: "Something else…",
    onSelect: () => void navigate({ to: "/fake/rules", search: { new: true, operation } }),
  };
  return (
    <Menu
      label="Fail the next"
      icon={<Zap size={14} aria-hidden />}
      items={[...items, another]}
      isDisabled={isDisabled}
    />
  );
}

/** Which requests are held, until they are released. */
function HoldMenu({ operation }: { operation: OperationName }) {
  const { change, isDisabled } = useRulesChange();
  const navigate = useNavigate();
  const items = [
    {
      label: "Until you release it",
      onSelect: () => change((to) => to.send("POST", "/rules", { when: { operation }, then: { hold: true } })),
    },
    {
      label: "Only those with a field…",
      onSelect: () => void navigate({ to: "/fake/rules", search: { new: true, operation, kind: "gate" } }),
    },
  ];
  return <Menu label="Hold the next" icon={<Hand size={14} aria-hidden />} items={items} isDisabled={isDisabled} />;
}

function HeldCount({ operation, gates }: { operation: OperationName; gates: readonly Rule[] }) {
  if (gates.length === 0) return null;
  const count = gates.reduce((sum, { held = 0 }) => sum + held, 0);
  return (
    <span role="status" className="text-muted tabular-nums">
      {count === 0 ? `The next ${operation} will be held` : `${count} held`}
    </span>
  );
}

/** The rules that will apply to requests of this operation. */
function WaitingRules({ operation, rules }: { operation: OperationName; rules: readonly Rule[] }) {
  if (rules.length === 0) return null;
  return (
    <p role="status" className="order-last basis-full text-muted">
      {rules.length === 1 ? "A rule waits" : `${rules.length} rules wait`} for {operation}:{" "}
      {rules.map((rule) => `${rule.then.end ? "" : "it "}${thenTexts(rule).join(", then ")}`).join("; ")}.{" "}
      <Link to="/fake/rules" className="text-accent underline underline-offset-2">
        See the rules
      </Link>
    </p>
  );
}
