import type { ScenarioName } from "@call-analysis/mock";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { useControl } from "../../connection/connection.ts";
import { ConfirmButton } from "../../ui/confirm-dialog.tsx";
import { SelectField } from "../../ui/form-fields.tsx";
import { Panel } from "../../ui/page.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useReplacedState } from "./use-replaced-state.ts";

const scenarioTexts: Record<ScenarioName, string> = {
  demo: "four agents, three categories, one campaign",
  empty: "only an organization and its key",
  busy: "the demo, with 10,000 calls of the past year",
  "rate-limited": "at most 60 requests per minute for each organization",
  flaky: "about one request in ten fails",
  slow: "slow responses, slow uploads, analyses that take a minute",
};

const choices = [
  { value: "", label: "As it was started" },
  ...Object.entries(scenarioTexts).map(([name, text]) => ({ value: name, label: `${name}: ${text}` })),
];

/** Returns to the beginning, or to another scenario. */
export function ResetPanel() {
  const control = useControl();
  const onReplaced = useReplacedState();
  const [scenario, setScenario] = useState("");
  const reset = async () => {
    await control.send("POST", "/reset", scenario === "" ? {} : { scenario });
    showToast("The fake is reset", scenario === "" ? undefined : `Scenario ${scenario}`);
    await onReplaced();
  };
  return (
    <Panel title="Reset">
      <div className="flex flex-col gap-3 p-4">
        <SelectField
          label="Scenario"
          hint="A scenario sets the data, the faults, the progression of calls and the policies. Options given at the start stay."
          value={scenario}
          choices={choices}
          onChange={setScenario}
        />
        <div>
          <ConfirmButton
            button={{ variant: "danger", icon: <RotateCcw size={15} aria-hidden /> }}
            label="Reset…"
            title="Reset the fake?"
            action="Reset"
            onConfirm={reset}
          >
            It begins again {scenario === "" ? "as it was started" : `with the scenario ${scenario}`}. All calls,
            recordings, rules and the journal are lost.
          </ConfirmButton>
        </div>
      </div>
    </Panel>
  );
}
