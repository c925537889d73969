/**
 * What this browser has sent to campaigns, so that no prospect is sent twice: not when a file is chosen again, and not
 * when a reload came in between. It is written before each request.
 */
import type { Prospect } from "@call-analysis/sdk";
import type { Connection } from "../../connection/connection.ts";
import { database } from "../../connection/database.ts";

/** What is known of a prospect. One that was being sent when the page was left may have been added. */
export type LedgerState = "sending" | "added" | "uncertain";

/** The entries of one campaign. */
export class ProspectLedger {
  readonly #scope: readonly [service: string, organizationId: string, campaignId: string];

  constructor({ name, organization }: Pick<Connection, "name" | "organization">, campaignId: string) {
    this.#scope = [name, organization.id, campaignId];
  }

  /** Every prospect that is known, by its fingerprint. */
  async known(): Promise<ReadonlyMap<string, LedgerState>> {
    const stored = await database();
    const range = IDBKeyRange.bound([...this.#scope], [...this.#scope, []]);
    const [keys, states] = await Promise.all([
      stored.getAllKeys("prospects", range),
      stored.getAll("prospects", range),
    ]);
    return new Map(keys.map((key, index) => [key[3], states[index] ?? "uncertain"]));
  }

  async put(prospect: Prospect, state: LedgerState): Promise<void> {
    await (await database()).put("prospects", state, [...this.#scope, fingerprintOf(prospect)]);
  }

  /** For a prospect that the service has surely not added. */
  async remove(prospect: Prospect): Promise<void> {
    await (await database()).delete("prospects", [...this.#scope, fingerprintOf(prospect)]);
  }
}

/** The same for the same fields, in whichever order. */
export function fingerprintOf(prospect: Prospect): string {
  return JSON.stringify(Object.entries(prospect).sort(([one], [other]) => (one < other ? -1 : 1)));
}
