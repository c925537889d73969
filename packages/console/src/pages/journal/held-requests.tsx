/** The requests that rules hold now, above those that have ended. */
import type { JournalEntry } from "@call-analysis/mock";
import { Link } from "@tanstack/react-router";
import { DoorOpen } from "lucide-react";
import { useHeldRequests } from "../../data/queries.ts";
import { useRulesChange } from "../../operations/use-rules-change.ts";
import { Button } from "../../ui/button.tsx";
import { linkClasses } from "../../ui/class-names.ts";
import { focusHeading } from "../../ui/focus-heading.ts";
import { countText } from "../../ui/format.ts";
import { clockText } from "./times.ts";

/** The rules that hold requests, each with its requests. That there are some is announced. */
export function HeldRequests() {
  const held = useHeldRequests();
  const rules = [...new Set(held.flatMap((entry) => entry.rules))];
  return (
    <section
      aria-label="Held requests"
      className="shrink-0 rounded-lg border border-accent bg-panel not-has-[li]:sr-only"
    >
      <p role="status" className="px-4 pt-2.5 font-medium">
        {held.length > 0 && countText(held.length, "request is held", "requests are held")}
      </p>
      <ul className="divide-y divide-line">
        {rules.map((id) => (
          <HeldByRule key={id} id={id} held={held.filter((entry) => entry.rules.includes(id))} />
        ))}
      </ul>
    </section>
  );
}

function HeldByRule({ id, held }: { id: string; held: readonly JournalEntry[] }) {
  const { change, isDisabled } = useRulesChange();
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-2.5">
      <ul className="min-w-0 flex-1 basis-60">
        {held.map(({ requestId, operation, method, path, startedAt }) => (
          <li key={requestId} className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-medium">{operation}</span>
            <span className="min-w-0 font-mono text-xs wrap-anywhere text-muted">
              {method} {path}
            </span>
            <span className="text-xs text-muted tabular-nums">
              since <time dateTime={startedAt}>{clockText(startedAt)}</time>, by{" "}
              <Link to="/fake/rules" search={{ rule: id }} className={linkClasses}>
                {id}
              </Link>
            </span>
          </li>
        ))}
      </ul>
      <Button
        isSmall
        disabled={isDisabled}
        icon={<DoorOpen size={13} aria-hidden />}
        onClick={({ currentTarget }) => {
          focusHeading(currentTarget);
          change((control) => control.send("DELETE", `/rules/${id}`));
        }}
      >
        Release
      </Button>
    </li>
  );
}
