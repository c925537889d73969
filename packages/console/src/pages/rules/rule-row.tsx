import type { Rule } from "@call-analysis/mock";
import { Link } from "@tanstack/react-router";
import { Copy, DoorOpen, Pencil, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { useControl } from "../../connection/connection.ts";
import { MatchText } from "../../operations/match-fields.tsx";
import { countsText, kindOf, subjectText, thenTexts, toneOf } from "../../operations/rule-texts.ts";
import { useRulesChange } from "../../operations/use-rules-change.ts";
import { Button } from "../../ui/button.tsx";
import { classNames, linkClasses } from "../../ui/class-names.ts";
import { Menu } from "../../ui/menu.tsx";
import { Badge } from "../../ui/status.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { hasFunction, ruleCommand, seedCode, seedLine } from "./rule-code.ts";

interface RuleRowProps {
  rule: Rule;
  /** The effect of a rule above on the same requests. */
  meeting: string | undefined;
  /** Whether the address names it. */
  isPointedOut: boolean;
  onEdit: () => void;
}

/** A rule: what it says, and what can be done with it. */
export function RuleRow({ rule, meeting, isPointedOut, onEdit }: RuleRowProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isPointedOut) row.current?.scrollIntoView({ block: "nearest" });
  }, [isPointedOut]);
  return (
    <li
      ref={row}
      aria-current={isPointedOut || undefined}
      className={classNames(
        "grid min-w-0 gap-x-4 gap-y-2.5 px-4 py-3 lg:grid-cols-[minmax(0,1fr)_auto]",
        isPointedOut && "bg-accent-soft",
      )}
    >
      <div className="flex min-w-0 flex-col gap-1.5">
        <p className="text-xs text-muted tabular-nums">
          <code className="font-mono">{rule.id}</code> · {rule.enabled ? countsText(rule) : "switched off"}
          {rule.used > 0 && <JournalLink id={rule.id} />}
        </p>
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="text-muted">When</span>
          <span className="font-medium">{subjectText(rule)}</span>
          <MatchText match={rule.when?.match} />
        </div>
        <Happenings rule={rule} />
        {meeting !== undefined && <p className="text-warn">{meeting}</p>}
      </div>
      <Actions rule={rule} onEdit={onEdit} />
    </li>
  );
}

/** Leads to the requests that the rule has applied to. */
export function JournalLink({ id }: { id: string }) {
  return (
    <>
      {" "}
      ·{" "}
      <Link to="/fake/journal" search={{ rule: id, console: true }} className={linkClasses}>
        In the journal
      </Link>
    </>
  );
}

/** The effects. Steps of a sequence that have been used are struck out. */
function Happenings({ rule }: { rule: Rule }) {
  const texts = thenTexts(rule);
  const isSequence = "sequence" in rule.then;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <span className="text-muted">
        {isSequence ? "one after the other, it" : kindOf(rule) === "end" ? "then" : "then it"}
      </span>
      {texts.map((text, index) => {
        const isOver = isSequence && index < rule.used;
        return (
          // A sequence may have the same step twice, and keeps its order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Badge key={index} tone={isOver || !rule.enabled || text === "passes" ? "neutral" : toneOf(rule)} isOfService>
            {isOver ? <s>{text}</s> : text}
          </Badge>
        );
      })}
      {rule.held !== undefined && <Badge tone={rule.held > 0 ? "accent" : "neutral"}>{rule.held} held</Badge>}
    </div>
  );
}

function Actions({ rule, onEdit }: Pick<RuleRowProps, "rule" | "onEdit">) {
  const { id, enabled, held } = rule;
  const { change, isDisabled } = useRulesChange();
  const path = `/rules/${encodeURIComponent(id)}`;
  const EndIcon = held === undefined ? Trash2 : DoorOpen;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <label className="mr-1 flex h-7 items-center gap-1.5 text-xs">
        <input
          type="checkbox"
          role="switch"
          aria-label={`${id} is on`}
          aria-checked={enabled}
          checked={enabled}
          disabled={isDisabled}
          onChange={() => change((control) => control.send("PATCH", path, { enabled: !enabled }))}
          className="size-4 accent-accent"
        />
        On
      </label>
      <Button
        isSmall
        disabled={isDisabled}
        icon={<Pencil size={13} aria-hidden className="max-sm:hidden" />}
        onClick={onEdit}
      >
        Edit
      </Button>
      <CopyMenu rule={rule} />
      <Button
        isSmall
        disabled={isDisabled}
        icon={<EndIcon size={13} aria-hidden className="max-sm:hidden" />}
        onClick={() => change((control) => control.send("DELETE", path))}
      >
        {held === undefined ? "Remove" : "Release"}
      </Button>
    </div>
  );
}

function CopyMenu({ rule }: { rule: Rule }) {
  const { url, headers } = useControl();
  // The response of a function cannot be shown.
  if (hasFunction(rule)) return null;
  const codes = [
    { label: "TypeScript", code: seedCode(rule) },
    { label: "curl", code: ruleCommand(rule, { url, hasToken: "x-admin-token" in headers }) },
    { label: "Line of a seed file", code: seedLine(rule) },
  ];
  const items = codes.map(({ label, code }) => ({ label, onSelect: () => void copy(code) }));
  return <Menu isSmall label="Copy as" icon={<Copy size={13} aria-hidden className="max-sm:hidden" />} items={items} />;
}

async function copy(code: string): Promise<void> {
  await navigator.clipboard.writeText(code);
  showToast("Copied", code.length > 120 ? undefined : code);
}
