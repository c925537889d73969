/** Choosing one of many: a combobox that filters as you type. */
import { Combobox } from "@base-ui/react/combobox";
import { Check, ChevronDown } from "lucide-react";
import type { Choice } from "./choice.tsx";
import { controlClasses, Field } from "./form-fields.tsx";

/** A longer list is no help to anybody: typing finds the others. */
const mostShown = 200;

/** A combobox with its label above it. */
export function ChoiceField({
  label,
  choices,
  value,
  problem,
  onChange,
  placeholder,
}: {
  label: string;
  choices: readonly Choice[];
  value: string | null;
  problem: string | undefined;
  onChange: (value: string | null) => void;
  placeholder: string;
}) {
  return (
    <Field label={label} problem={problem}>
      {(attributes) => (
        <Combobox.Root
          items={choices}
          value={choices.find((choice) => choice.value === value) ?? null}
          onValueChange={(choice: Choice | null) => onChange(choice?.value ?? null)}
          itemToStringLabel={(choice: Choice) => choice.label}
          isItemEqualToValue={(one: Choice, other: Choice) => one.value === other.value}
          limit={mostShown}
        >
          <Combobox.InputGroup className="relative">
            <Combobox.Input
              {...attributes}
              placeholder={placeholder}
              className={controlClasses(problem, "pr-8")}
              // Typing then replaces what was chosen, and finds the others.
              onClick={({ currentTarget }) => currentTarget.select()}
              onKeyDown={(event) => {
                const isOpen = event.currentTarget.getAttribute("aria-expanded") === "true";
                // By itself it would erase what was chosen. It is left to the dialog around the field.
                if (event.key === "Escape" && !isOpen) event.preventBaseUIHandler();
                // Where nothing matches, it would send the form.
                if (event.key === "Enter" && isOpen) event.preventDefault();
              }}
            />
            <Combobox.Trigger
              // Until Base UI knows of the input, it gives the button the role of a second combobox.
              role="button"
              aria-label={`Show ${label}`}
              className="absolute inset-y-0 right-0 grid w-8 place-items-center text-muted"
            >
              <ChevronDown size={15} aria-hidden />
            </Combobox.Trigger>
          </Combobox.InputGroup>
          <ChoiceList />
        </Combobox.Root>
      )}
    </Field>
  );
}

function ChoiceList() {
  return (
    <Combobox.Portal>
      <Combobox.Positioner className="z-60 outline-none" sideOffset={4}>
        <Combobox.Popup className="w-(--anchor-width) max-w-(--available-width) rounded-lg border border-line bg-raised shadow-(--shadow)">
          <Combobox.Empty>
            <p className="px-3 py-3 text-muted">Nothing matches.</p>
          </Combobox.Empty>
          <Combobox.List className="max-h-[min(18rem,var(--available-height))] overflow-y-auto p-1 data-empty:p-0">
            {(choice: Choice) => (
              <Combobox.Item
                key={choice.value}
                value={choice}
                className="grid cursor-default grid-cols-[1fr_1rem] items-center gap-2 rounded-md px-2 py-1.5 select-none data-highlighted:bg-accent-soft"
              >
                <span className="min-w-0">
                  <span className="block truncate">{choice.label}</span>
                  {choice.hint && <span className="block truncate text-xs text-muted">{choice.hint}</span>}
                </span>
                <Combobox.ItemIndicator>
                  <Check size={15} aria-hidden className="text-accent" />
                </Combobox.ItemIndicator>
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}
