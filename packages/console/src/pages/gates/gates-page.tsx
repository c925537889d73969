/** The gates that hold requests until they are released. */
import type { OperationName } from "@call-analysis/mock";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useConnection, useControl } from "../../connection/connection.ts";
import { gatesQuery, type HeldGate } from "../../data/control-queries.ts";
import { ControlList, ControlListRow, EndButton } from "../../operations/control-list.tsx";
import { formProblems } from "../../operations/form-problems.ts";
import { MatchFields, type MatchRow, MatchText, matchOf, matchPaths } from "../../operations/match-fields.tsx";
import { isOperationName, matchFieldsOf, operationNames } from "../../operations/operations.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormProblem, SelectField } from "../../ui/form-fields.tsx";
import { Page } from "../../ui/page.tsx";
import { Badge } from "../../ui/status.tsx";

/** The page. */
export function GatesPage() {
  const [isAdding, setIsAdding] = useState(false);
  const { isReadOnly } = useConnection();
  return (
    <Page
      title="Gates"
      description="Hold requests before the service acts, and release them when you are ready."
      actions={
        <Button
          variant="primary"
          disabled={isReadOnly}
          icon={<Plus size={16} aria-hidden />}
          onClick={() => setIsAdding(true)}
        >
          Add a gate
        </Button>
      }
    >
      <Gates />
      {isAdding && <AddGateDialog onClose={() => setIsAdding(false)} />}
    </Page>
  );
}

function Gates() {
  const { name } = useConnection();
  const control = useControl();
  return (
    <ControlList
      label="Gates"
      query={useQuery(gatesQuery({ control, name }))}
      empty={{ title: "No request is held", button: "Add a gate", path: "/gates", body: { operation: "createCall" } }}
      row={(gate) => <GateRow key={gate.id} gate={gate} />}
    />
  );
}

function GateRow({ gate: { id, operation, match, held } }: { gate: HeldGate }) {
  return (
    <ControlListRow
      title={
        <>
          <span className="font-medium">{operation}</span>
          <Badge tone={held > 0 ? "accent" : "neutral"}>{held} held</Badge>
        </>
      }
      action={
        <EndButton area="gates" path={`/gates/${id}`}>
          Release
        </EndButton>
      }
    >
      <MatchText match={match} />
      <code className="font-mono text-xs text-muted">{id}</code>
    </ControlListRow>
  );
}

function AddGateDialog({ onClose }: { onClose: () => void }) {
  const [operation, setOperation] = useState<OperationName>("createCall");
  const [rows, setRows] = useState<readonly MatchRow[]>([]);
  const control = useControl();
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => control.send("POST", "/gates", { operation, match: matchOf(rows) }),
    onSuccess() {
      void queries.invalidateQueries({ queryKey: ["gates"] });
      onClose();
    },
  });
  const problems = formProblems(error);
  const rest = problems.rest(["operation", ...matchPaths(rows)]);
  const choose = (chosen: string) => {
    if (isOperationName(chosen)) setOperation(chosen);
    setRows([]);
  };
  return (
    <Dialog title="Add a gate" isOpen onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          mutate();
        }}
        className="flex flex-col gap-4"
      >
        <SelectField
          label="Operation"
          value={operation}
          choices={operationNames.map((each) => ({ value: each, label: each }))}
          problem={problems.at("operation")}
          onChange={choose}
        />
        <MatchFields
          fields={matchFieldsOf(operation)}
          rows={rows}
          problems={problems}
          onChange={setRows}
          takesOtherFields={operation === "addProspect"}
        />
        {rest !== undefined && <FormProblem>{rest}</FormProblem>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={isPending}>
            Add
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
