import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useConnection, useControl } from "../../connection/connection.ts";
import { formProblems, jsonOf } from "../../operations/form-problems.ts";
import { Button } from "../../ui/button.tsx";
import { FormProblem, SelectField, TextAreaField } from "../../ui/form-fields.tsx";
import { Panel } from "../../ui/page.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useReplacedState } from "./use-replaced-state.ts";

const example = `{
  "agents": [{ "name": "Asha Rao", "email": "asha@example.com" }],
  "campaigns": [{ "id": "spring", "name": "Spring" }]
}`;

/** Adds data to an organization. */
export function SeedPanel() {
  const { isReadOnly, organization, organizations } = useConnection();
  const [name, setName] = useState(organization.name);
  const [text, setText] = useState(example);
  const { mutate, error, isPending } = useSeed();
  const problems = formProblems(error);
  const rest = problems.rest(["seed"]);
  return (
    <Panel title="Add data">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ name, text });
        }}
        className="flex flex-col gap-3 p-4"
      >
        {organizations.length > 1 && (
          <SelectField
            label="Organization"
            value={name}
            choices={organizations.map((each) => ({ value: each.name, label: each.name }))}
            onChange={setName}
          />
        )}
        <TextAreaField
          label="Data, as JSON"
          hint="Agents, categories, campaigns and calls. Ids of categories and campaigns are kept."
          value={text}
          rows={9}
          problem={problems.at("seed")}
          onChange={setText}
        />
        {rest !== undefined && <FormProblem>{rest}</FormProblem>}
        <div>
          <Button type="submit" disabled={isReadOnly || isPending}>
            Add
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function useSeed() {
  const control = useControl();
  const onAdded = useReplacedState();
  return useMutation({
    mutationFn: async ({ name, text }: { name: string; text: string }) => {
      const data = jsonOf(text, "seed");
      // Whether it is data is checked by the fake, and a list or a text is none.
      const isObject = typeof data === "object" && data !== null && !Array.isArray(data);
      return control.send("POST", "/seed", isObject ? { organization: name, ...data } : data);
    },
    async onSuccess() {
      showToast("The data is added");
      await onAdded();
    },
  });
}
