/** The faults that make requests fail on purpose. */
import type { InjectedFault } from "@call-analysis/mock";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useConnection, useControl } from "../../connection/connection.ts";
import { faultsQuery } from "../../data/control-queries.ts";
import {
  ControlList,
  ControlListRow,
  EmptyElsewhere,
  EndButton,
  useControlCommand,
} from "../../operations/control-list.tsx";
import { MatchText } from "../../operations/match-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { EmptyState, Page, Panel, Skeleton } from "../../ui/page.tsx";
import { Badge } from "../../ui/status.tsx";
import { AddFaultDialog } from "./add-fault-dialog.tsx";
import { faultCountText, faultTarget, faultTexts } from "./fault-form.ts";

const route = getRouteApi("/fake/faults");

/** The page. */
export function FaultsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { isReadOnly } = useConnection();
  const open = () => void navigate({ search: { new: true } });
  return (
    <Page
      title="Faults"
      description="Make requests fail, hang or be slow. Of several that match a request, the latest applies."
      actions={
        <Button variant="primary" disabled={isReadOnly} icon={<Plus size={16} aria-hidden />} onClick={open}>
          Add a fault
        </Button>
      }
    >
      <Faults />
      {search.new && !isReadOnly && (
        <AddFaultDialog operation={search.operation ?? ""} onClose={() => void navigate({ search: {} })} />
      )}
    </Page>
  );
}

function Faults() {
  const { name, isReadOnly } = useConnection();
  const control = useControl();
  const commandOf = useControlCommand();
  const { data: faults, error, refetch } = useQuery(faultsQuery({ control, name }));
  if (error && !faults) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!faults)
    return (
      <Panel>
        <Skeleton lines={4} />
      </Panel>
    );
  if (faults.length === 0 && isReadOnly) return <EmptyElsewhere />;
  if (faults.length === 0) {
    const command = commandOf("/faults", { operation: "createCall", status: 503, times: 1 });
    return (
      <EmptyState title="Nothing goes wrong" {...(command !== undefined && { command })}>
        Choose “Add a fault”{command === undefined ? "." : ", or add one from a terminal or a test."}
      </EmptyState>
    );
  }
  return (
    <ControlList label="Faults">
      {faults.map((fault) => (
        <FaultRow key={fault.id} fault={fault} />
      ))}
    </ControlList>
  );
}

function FaultRow({ fault }: { fault: InjectedFault }) {
  const texts = faultTexts(fault);
  return (
    <ControlListRow
      title={
        <>
          <span className="font-medium">{faultTarget(fault)}</span>
          {texts.map((text, index) => (
            // A sequence may have the same step twice, and never changes.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <Badge key={index} tone={text === "pass" ? "neutral" : "warn"}>
              {text}
            </Badge>
          ))}
        </>
      }
      action={
        <EndButton area="faults" path={`/faults/${fault.id}`}>
          Remove
        </EndButton>
      }
    >
      <MatchText match={fault.match} />
      <p className="text-xs text-muted tabular-nums">
        <code className="font-mono">{fault.id}</code> · {faultCountText(fault)}
      </p>
    </ControlListRow>
  );
}
