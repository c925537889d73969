/** The organizations and their API keys. */
import { bytesToHex } from "@noble/hashes/utils.js";
import type { OrganizationRow } from "../store/rows.js";
import type { Snapshot } from "../store/snapshot.js";
import type { Domain } from "./domain.js";

/** API keys, each with the name of its organization. Keys with the same name share an organization. */
export type OrganizationKeys = Readonly<Record<string, string>>;

/** The key and the organization of a service for which none are given. */
export const defaultKeys: OrganizationKeys = { "test-key": "Demo organization" };

/** The organizations, and the keys that give access to them. @see the specification's section 5 */
export class Organizations {
  readonly #dependencies: Domain;
  readonly #names: ReadonlyMap<string, string>;
  /**
   * A key of each organization, by name, for who controls the fake. It is another one whenever a service is made, so that
   * nobody has to be shown the keys that the service was given.
   */
  readonly controlKeys: ReadonlyMap<string, string>;

  constructor(dependencies: Domain, keys: OrganizationKeys) {
    this.#dependencies = dependencies;
    // Keyed by the whole header, so that a request costs one look-up: a benchmark earned it.
    this.controlKeys = new Map(Object.values(keys).map((name) => [name, newControlKey()]));
    const named = [...Object.entries(keys), ...[...this.controlKeys].map(([name, key]) => [key, name] as const)];
    this.#names = new Map(named.map(([key, name]) => [`Bearer ${key}`, name]));
  }

  /** Creates the organizations that have a key and do not exist, in the order of the keys. */
  createMissing(): void {
    const { store, ids } = this.#dependencies;
    for (const name of this.#ownNames()) {
      const id = ids.of("org", name);
      const exists = store.organizations.find(name) || store.organizations.get(id);
      if (!exists) store.organizations.insert({ id, name });
    }
  }

  /** The snapshot with names for organizations without one: the unused names that have a key, in their order. */
  withNames(snapshot: Snapshot): Snapshot {
    const given = new Set(snapshot.organizations.map(({ name }) => name));
    const free = this.#ownNames().filter((name) => !given.has(name));
    const organizations = snapshot.organizations.map((organization) => ({
      ...organization,
      name: organization.name ?? free.shift() ?? organization.id,
    }));
    return { ...snapshot, organizations };
  }

  #ownNames(): string[] {
    return [...new Set(this.#names.values())];
  }

  /** The organization of an `Authorization` header; undefined when its key is not known. */
  authenticate(authorization: string | null): OrganizationRow | undefined {
    const name = this.#names.get(authorization ?? "") ?? this.#names.get(canonical(authorization ?? ""));
    return name === undefined ? undefined : this.#dependencies.store.organizations.find(name);
  }
}

/** Explains why an `Authorization` header is refused, without quoting it. */
export function keyProblem(authorization: string | null): string {
  if (authorization === null || authorization.trim() === "") return "The Authorization header is missing.";
  if (/^bearer$/i.test(authorization.trim())) return "The Authorization header has no key.";
  if (!/^bearer +\S/i.test(authorization.trim())) return "The Authorization header must use the Bearer scheme.";
  return "The key is not one of this service's keys.";
}

/** Random, and not derived from the seed: who knows the seed cannot know it. */
function newControlKey(): string {
  return `control-${bytesToHex(crypto.getRandomValues(new Uint8Array(16)))}`;
}

/** The scheme can be written in any case, and be followed by more than one space. */
function canonical(authorization: string): string {
  return authorization.trim().replace(/^bearer +/i, "Bearer ");
}
