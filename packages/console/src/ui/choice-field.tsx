/** Choosing one of many: a combobox that filters as you type. */
import { Combobox } from "@base-ui/react/combobox";
import { Check, ChevronDown } from "lucide-react";
import { useId } from "react";
import { type Choice, inputClasses } from "./choice.tsx";

/** A longer list is no help to anybody: typing finds the others. */
const mostShown = 200;

interface ChoiceFieldProps {
  label: string;
  choices: readonly Choice[];
  value: string | null;
  onChange: (value: string | null) => void;
  placeholder?: string;
}

/** A combobox with its label above it. */
export function ChoiceField({ label, choices, value, onChange, placeholder }: ChoiceFieldProps) {
  const id = useId();
  const selected = choices.find((choice) => choice.value === value) ?? null;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-xs font-medium text-muted">
        {label}
      </label>
      <Combobox.Root
        items={choices}
        value={selected}
        onValueChange={(choice: Choice | null) => onChange(choice?.value ?? null)}
        itemToStringLabel={(choice: Choice) => choice.label}
        isItemEqualToValue={(one: Choice, other: Choice) => one.value === other.value}
        limit={mostShown}
      >
        <Combobox.InputGroup className="relative">
          <Combobox.Input
            id={id}
            placeholder={placeholder}
            className={inputClasses("pr-8")}
            onKeyDown={(event) => {
              // By itself it would erase what was chosen. It is left to the dialog around the field.
              const isClosed = event.currentTarget.getAttribute("aria-expanded") !== "true";
              if (event.key === "Escape" && isClosed) event.preventBaseUIHandler();
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
    </div>
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
