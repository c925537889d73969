import { Link } from "@tanstack/react-router";
import { useRules } from "../../data/control-queries.ts";
import { countText } from "../../ui/format.ts";
import { Badge } from "../../ui/status.tsx";

/** How many requests rules hold: they are in the journal once they have a response. */
export function HeldRequests() {
  const { data: rules = [] } = useRules();
  const count = rules.reduce((sum, { held = 0 }) => sum + held, 0);
  if (count === 0) return null;
  return (
    <Link to="/fake/rules" search={{ kind: "gate" }} className="rounded-full">
      <Badge tone="accent">{countText(count, "request is held", "requests are held")}</Badge>
    </Link>
  );
}
