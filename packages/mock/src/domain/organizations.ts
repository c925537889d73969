/** The organizations and their API keys. */
import { bytesToHex } from "@noble/hashes/utils.js";
import type { OrganizationRow } from "../store/rows.js";
import type { Snapshot } from "../store/snapshot.js";
import type { Domain } from "./domain.js";

/** API keys, each with the name of its organization. Keys with the same name share an organization. */
export type OrganizationKeys = Readonly<Record<string, string>>;

/** The default key and organization. */
export const defaultKeys: OrganizationKeys = { "test-key": "Demo organization" };

/** The organizations, and the keys that give access to them. @see the specification's section 5 */
export function organizationsOf({ store, ids }: Domain, keys: OrganizationKeys) {
  const ownNames = [...new Set(Object.values(keys))];
  /**
   * A key of each organization, by its name, for the console. It is new for each service, so that nobody has to be
   * shown the configured keys.
   */
  const controlKeys: ReadonlyMap<string, string> = new Map(ownNames.map((name) => [name, newControlKey()]));
  const named = [...Object.entries(keys), ...[...controlKeys].map(([name, key]) => [key, name] as const)];
  // Keyed by the whole header, so that a request costs one look-up: a benchmark earned it.
  const names = new Map(named.map(([key, name]) => [`Bearer ${key}`, name]));
  return {
    controlKeys,
    /** Creates the missing organizations of the keys, in the order of the keys. */
    createMissing(): void {
      for (const name of ownNames) {
        const id = ids.of("org", name);
        const exists = store.organizations.find(name) || store.organizations.get(id);
        if (!exists) store.organizations.insert({ id, name });
      }
    },
    /** The snapshot, in which organizations without a name get the unused names that have a key, in their order. */
    withNames(snapshot: Snapshot): Snapshot {
      const given = new Set(snapshot.organizations.map(({ name }) => name));
      const free = ownNames.filter((name) => !given.has(name));
      const organizations = snapshot.organizations.map((organization) => ({
        ...organization,
        name: organization.name ?? free.shift() ?? organization.id,
      }));
      return { ...snapshot, organizations };
    },
    /** The organization of an `Authorization` header. Undefined if its key is unknown. */
    authenticate(authorization: string | null): OrganizationRow | undefined {
      const name = names.get(authorization ?? "") ?? names.get(canonical(authorization ?? ""));
      return name === undefined ? undefined : store.organizations.find(name);
    },
  };
}

/** The organizations of a service. */
export type Organizations = ReturnType<typeof organizationsOf>;

/** Explains why an `Authorization` header is refused, without quoting it. */
export function keyProblem(authorization: string | null): string {
  if (authorization === null || authorization.trim() === "") return "The Authorization header is missing.";
  if (/^bearer$/i.test(authorization.trim())) return "The Authorization header has no key.";
  if (!/^bearer +\S/i.test(authorization.trim())) return "The Authorization header must use the Bearer scheme.";
  return "This service does not know the API key.";
}

/** A random key. It is not derived from the seed, because then anybody who knows the seed would know the key. */
function newControlKey(): string {
  return `control-${bytesToHex(crypto.getRandomValues(new Uint8Array(16)))}`;
}

/** An `Authorization` header in one spelling. The scheme may have any case, and more than one space after it. */
function canonical(authorization: string): string {
  return authorization.trim().replace(/^bearer +/i, "Bearer ");
}
