/** A button that opens a short list of things to do. */
import { Menu as Base } from "@base-ui/react/menu";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";

/** One of the things to do. */
export interface MenuItem {
  label: string;
  onSelect: () => void;
}

/** The button, and its list. */
export function Menu({
  label,
  icon,
  items,
  isDisabled = false,
  isSmall = false,
}: {
  label: string;
  icon?: ReactNode;
  items: readonly MenuItem[];
  isDisabled?: boolean;
  isSmall?: boolean;
}) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger disabled={isDisabled} render={<Button isSmall={isSmall} icon={icon} />}>
        {label}
        <ChevronDown size={13} aria-hidden />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="z-60 outline-none" sideOffset={4} align="start">
          <Base.Popup className="rounded-lg border border-line bg-raised p-1 shadow-(--shadow) outline-none">
            {items.map((item) => (
              <Base.Item
                key={item.label}
                onClick={item.onSelect}
                className="cursor-default rounded-md px-2.5 py-1.5 outline-none select-none data-highlighted:bg-accent-soft"
              >
                {item.label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
