/** The search parameters of a page: filters and the selection. */
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

/** The search parameters, and a function that changes some of them without a step in the history. */
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
