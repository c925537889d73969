/** What the address of the faults says. */
export interface FaultsSearch {
  /** Whether the form is open. */
  new?: true | undefined;
  /** The operation that the form begins with. */
  operation?: string | undefined;
}

/** What an address says. Whatever else it has is left out. */
export function faultsSearch({ new: isNew, operation }: Record<string, unknown>): FaultsSearch {
  return {
    ...(isNew === true && { new: true as const }),
    ...(typeof operation === "string" && { operation }),
  };
}
