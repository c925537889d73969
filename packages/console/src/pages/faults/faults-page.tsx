/** The faults that make requests fail on purpose. */
import type { InjectedFault } from "@call-analysis/mock";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useConnection, useControl } from "../../connection/connection.ts";
import { faultsQuery } from "../../data/control-queries.ts";
import { ControlList, ControlListRow, EndButton } from "../../operations/control-list.tsx";
import { MatchText } from "../../operations/match-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
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
  const { name } = useConnection();
  const control = useControl();
  return (
    <ControlList
      label="Faults"
      query={useQuery(faultsQuery({ control, name }))}
      empty={{
        title: "Nothing goes wrong",
        button: "Add a fault",
        path: "/faults",
        body: { operation: "createCall", status: 503, times: 1 },
      }}
      row={(fault) => <FaultRow key={fault.id} fault={fault} />}
    />
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
