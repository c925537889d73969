/** Two calls of the list are marked, to compare the second with the first. */
import { Link } from "@tanstack/react-router";
import { GitCompareArrows } from "lucide-react";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import type { ListedCall } from "../../connection/control.ts";
import { Button, buttonClasses } from "../../ui/button.tsx";
import { recordingName } from "../../ui/format.ts";

interface Selection {
  /** The ids, first marked first; two at most. */
  ids: readonly string[];
  toggle: (id: string) => void;
}

const SelectionContext = createContext<Selection>({ ids: [], toggle: () => {} });

/** The table inside can mark calls. What is marked stands above it. */
export function CompareSelection({ children }: { children: ReactNode }) {
  const [ids, setIds] = useState<readonly string[]>([]);
  const selection = useMemo<Selection>(
    () => ({
      ids,
      toggle: (id) =>
        setIds((marked) => (marked.includes(id) ? marked.filter((each) => each !== id) : [...marked.slice(-1), id])),
    }),
    [ids],
  );
  const [a, b] = ids;
  return (
    <SelectionContext value={selection}>
      {a && (
        <div
          role="status"
          className="flex flex-wrap items-center gap-3 rounded-lg border border-accent/40 bg-accent-soft px-3 py-1.5"
        >
          <p className="flex-1">
            {b ? "Two calls are marked." : "One call is marked. Mark a second one to compare them."}
          </p>
          {b && (
            <Link to="/compare" search={{ a, b }} className={buttonClasses("primary", true)}>
              <GitCompareArrows size={14} aria-hidden /> Compare
            </Link>
          )}
          <Button isSmall variant="ghost" onClick={() => setIds([])}>
            Clear
          </Button>
        </div>
      )}
      {children}
    </SelectionContext>
  );
}

/** Marks a call. Only what is completed can be compared. */
export function CompareMark({ call: { id, status, audioUrl } }: { call: ListedCall }) {
  const { ids, toggle } = useContext(SelectionContext);
  if (status !== "completed") return null;
  return (
    <input
      type="checkbox"
      aria-label={`Mark ${recordingName(audioUrl) || id} to compare it`}
      title="Mark two calls to compare them"
      checked={ids.includes(id)}
      onChange={() => toggle(id)}
      className="block size-4 accent-accent"
    />
  );
}
