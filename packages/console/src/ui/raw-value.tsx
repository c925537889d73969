import type { ReactNode } from "react";

/** Any JSON value, as it is. Texts are texts: nothing in them is markup. */
export function RawValue({ value }: { value: unknown }): ReactNode {
  if (value === null || value === undefined) return <span className="text-muted">–</span>;
  if (value === "") return <span className="text-muted">empty</span>;
  if (typeof value === "string") return <span className="break-words whitespace-pre-wrap">{value}</span>;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return <code className="font-mono text-xs break-words whitespace-pre-wrap">{JSON.stringify(value, null, 2)}</code>;
}
