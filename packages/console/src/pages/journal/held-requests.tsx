import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useConnection, useControl } from "../../connection/connection.ts";
import { gatesQuery } from "../../data/control-queries.ts";
import { Badge } from "../../ui/status.tsx";

/** How many requests the gates hold: they are in the journal once they have a response. */
export function HeldRequests() {
  const { name } = useConnection();
  const control = useControl();
  const { data: gates = [] } = useQuery(gatesQuery({ control, name }));
  const held = gates.reduce((sum, gate) => sum + gate.held, 0);
  if (held === 0) return null;
  return (
    <Link to="/fake/gates" className="rounded-full">
      <Badge tone="accent">{held === 1 ? "1 request is held" : `${held} requests are held`}</Badge>
    </Link>
  );
}
