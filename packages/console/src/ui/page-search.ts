/** What the address of a page says besides its path: filters, and what is chosen. */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

/** The texts that an address has at these names. Numbers are texts too: an id may be one. */
export function textsIn<Name extends string>(
  search: Record<string, unknown>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const texts = names.map((name) => [name, String(search[name] ?? "")] as const).filter(([, text]) => text !== "");
  // Only these names are there.
  return Object.fromEntries(texts) as Partial<Record<Name, string>>;
}

/** What the address says, and what changes a part of it, which is no step in the history. */
export function usePageSearch<Search extends object>(): [search: Search, change: (changes: Search) => void] {
  const navigate = useNavigate();
  const change = useCallback(
    (changes: Search) =>
      void navigate({ to: ".", search: (previous: object) => ({ ...previous, ...changes }), replace: true }),
    [navigate],
  );
  const search = useSearch({ strict: false });
  // The route of the page has read it as what the page takes it for.
  return [search as Search, change];
}
