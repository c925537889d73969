/** Which organization of the fake the console shows. */
import type { ControlledOrganization } from "./control.ts";

const storageKey = "call-analysis-console:organization";

/** The organization that was chosen in this browser, else the first. @throws {Error} when there is none */
export function chosenOrganization(organizations: readonly ControlledOrganization[]): ControlledOrganization {
  const chosen = localStorage.getItem(storageKey);
  const organization = organizations.find(({ id }) => id === chosen) ?? organizations[0];
  if (organization) return organization;
  throw new Error("The fake has no organization. Start it with --key KEY.");
}

/** Chooses an organization for this browser. */
export function chooseOrganization(id: string): void {
  localStorage.setItem(storageKey, id);
}
