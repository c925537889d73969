import type { OperationName } from "@call-analysis/mock";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { DoorOpen, Hand, Zap } from "lucide-react";
import { useConnection, useControl } from "../../connection/connection.ts";
import type { Control } from "../../connection/control.ts";
import { faultsQuery, gatesQuery } from "../../data/control-queries.ts";
import { Button } from "../../ui/button.tsx";
import { errorFacts } from "../../ui/error-state.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { faultTexts } from "../faults/fault-form.ts";

/** What "Fail the next" injects. */
const nextFailure = { status: 500, times: 1 };

/** Makes the next request of an operation fail, or holds it until it is released. */
export function NextRequest({ operation }: { operation: OperationName }) {
  const { name, isReadOnly } = useConnection();
  const control = useControl();
  const gates = useQuery(gatesQuery({ control, name })).data ?? [];
  const own = gates.filter((gate) => gate.operation === operation);
  const held = own.reduce((sum, gate) => sum + gate.held, 0);
  const { mutate, isPending } = useChange();
  const isDisabled = isReadOnly || isPending;
  const fail = () => mutate((change) => change.send("POST", "/faults", { operation, ...nextFailure }));
  const hold = () => mutate((change) => change.send("POST", "/gates", { operation }));
  const release = () => mutate((change) => Promise.all(own.map(({ id }) => change.send("DELETE", `/gates/${id}`))));
  return (
    <>
      <Button disabled={isDisabled} icon={<Zap size={14} aria-hidden />} onClick={fail}>
        Fail the next
      </Button>
      {own.length === 0 ? (
        <Button key="hold" disabled={isDisabled} icon={<Hand size={14} aria-hidden />} onClick={hold}>
          Hold the next
        </Button>
      ) : (
        <Button key="release" disabled={isDisabled} icon={<DoorOpen size={14} aria-hidden />} onClick={release}>
          Release
        </Button>
      )}
      {own.length > 0 && (
        <span role="status" className="text-muted tabular-nums">
          {held === 0 ? `The next ${operation} will be held` : `${held} held`}
        </span>
      )}
      <WaitingFaults operation={operation} />
    </>
  );
}

function useChange() {
  const control = useControl();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: (control: Control) => Promise<unknown>) => change(control),
    onError: (error) => showToast("The fake did not do it", errorFacts(error).message),
    onSettled: () => Promise.all(["faults", "gates"].map((area) => queries.invalidateQueries({ queryKey: [area] }))),
  });
}

/** The faults that will meet requests of this operation. */
function WaitingFaults({ operation }: { operation: OperationName }) {
  const { name } = useConnection();
  const control = useControl();
  const faults = useQuery(faultsQuery({ control, name })).data ?? [];
  const own = faults.filter((fault) => fault.operation === operation);
  if (own.length === 0) return null;
  return (
    <p role="status" className="order-last basis-full text-muted">
      {own.length === 1 ? "A fault waits" : `${own.length} faults wait`} for {operation}:{" "}
      {own.map((fault) => faultTexts(fault).join(", ")).join("; ")}.{" "}
      <Link to="/fake/faults" className="text-accent underline underline-offset-2">
        See the faults
      </Link>
    </p>
  );
}
