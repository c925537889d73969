/** A button that opens a short list of things to do. */
import { Menu as Base } from "@base-ui/react/menu";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useRef } from "react";
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
  isSmall = false,
}: {
  label: string;
  icon?: ReactNode;
  items: readonly MenuItem[];
  isSmall?: boolean;
}) {
  // Beside the button, and so inside the page's landmark.
  const place = useRef<HTMLSpanElement>(null);
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={<Button isSmall={isSmall} icon={icon} />}>
        {label}
        <ChevronDown size={13} aria-hidden />
      </Base.Trigger>
      <span ref={place} className="absolute" />
      <Base.Portal container={place}>
        <Base.Positioner positionMethod="fixed" align="start" sideOffset={4} className="z-30 outline-none">
          <Base.Popup className="rounded-lg border border-line bg-raised p-1 shadow-(--shadow) outline-none">
            {items.map(({ label: name, onSelect }) => (
              <Base.Item
                key={name}
                onClick={onSelect}
                className="cursor-default rounded-md px-2.5 py-1.5 whitespace-nowrap outline-none data-highlighted:bg-accent-soft"
              >
                {name}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
