import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useConnection, useControl } from "../../connection/connection.ts";
import { rulesQuery } from "../../data/control-queries.ts";
import { Badge } from "../../ui/status.tsx";

/** How many requests rules hold: they are in the journal once they have a response. */
export function HeldRequests() {
  const { name } = useConnection();
  const control = useControl();
  const { data: rules = [] } = useQuery(rulesQuery({ control, name }));
  const count = rules.reduce((sum, { held = 0 }) => sum + held, 0);
  if (count === 0) return null;
  return (
    <Link to="/fake/rules" search={{ kind: "gate" }} className="rounded-full">
      <Badge tone="accent">{count === 1 ? "1 request is held" : `${count} requests are held`}</Badge>
    </Link>
  );
}
