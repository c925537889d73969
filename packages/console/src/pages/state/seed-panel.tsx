import { useConnection, useControl } from "../../connection/connection.ts";
import { Form, SelectField, TextAreaField } from "../../ui/form-fields.tsx";
import { jsonOf } from "../../ui/form-problems.ts";
import { Panel } from "../../ui/page.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useForm } from "../../ui/use-form.ts";
import { useReplacedState } from "./use-replaced-state.ts";

const example = `{
  "agents": [{ "name": "Asha Rao", "email": "asha@example.com" }],
  "campaigns": [{ "id": "spring", "name": "Spring" }]
}`;

/** Adds data to an organization. */
export function SeedPanel() {
  const { organization, organizations } = useConnection();
  const control = useControl();
  const onAdded = useReplacedState();
  const form = useForm({
    initial: { name: organization.name, text: example },
    async send({ name, text }, signal) {
      const data = jsonOf(text, "seed");
      // Whether it is data is checked by the fake, and a list or a text is none.
      const isObject = typeof data === "object" && data !== null && !Array.isArray(data);
      return control.send("POST", "/seed", isObject ? { organization: name, ...data } : data, { signal });
    },
    async onSent() {
      showToast("The data was added");
      await onAdded();
    },
  });
  return (
    <Panel title="Add data">
      <Form form={form} label="Add" className="gap-3 p-4">
        {organizations.length > 1 && (
          <SelectField
            label="Organization"
            choices={organizations.map((each) => ({ value: each.name, label: each.name }))}
            {...form.field("name")}
          />
        )}
        <TextAreaField
          label="Data, as JSON"
          hint="Agents, categories, campaigns and calls. The fake keeps ids of categories and campaigns."
          rows={9}
          {...form.field("text", "seed")}
        />
      </Form>
    </Panel>
  );
}
