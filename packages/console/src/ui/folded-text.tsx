import { type ReactNode, useCallback, useState } from "react";
import { classNames } from "./class-names.ts";

/** In a column that leaves the others in view. */
export const narrowText = "w-max max-w-36 whitespace-normal xl:max-w-40 2xl:max-w-48";

/** A text of any length in a table: two lines of it, and a button that shows the rest. Also a link or a button as long. */
export function FoldedText({ children, className }: { children: ReactNode; className?: string }) {
  const [isFolded, setIsFolded] = useState(true);
  const [isLong, setIsLong] = useState(false);
  // How much fits into two lines depends on the width of the column.
  const measure = useCallback((text: HTMLElement | null) => {
    if (!text) return;
    const observer = new ResizeObserver(() => {
      if (text.classList.contains("line-clamp-2")) setIsLong(text.scrollHeight > text.clientHeight);
    });
    observer.observe(text);
    return () => observer.disconnect();
  }, []);
  return (
    <div className={className}>
      {/* Clamping cuts off what is outside, so the outline of a focused link is inside. */}
      <div
        ref={measure}
        className={classNames("wrap-anywhere **:focus-visible:-outline-offset-2", isFolded && "line-clamp-2")}
      >
        {children}
      </div>
      {isLong && (
        <button
          type="button"
          onClick={() => setIsFolded(!isFolded)}
          className="block py-1 font-sans text-xs text-accent hover:underline"
        >
          {isFolded ? "Show more" : "Show less"}
        </button>
      )}
    </div>
  );
}
