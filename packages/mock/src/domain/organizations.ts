import type { OrganizationRow } from "../store/rows.js";
import type { Snapshot } from "../store/snapshot.js";
import type { DomainContext } from "./context.js";

/** External API keys, each with the name of its organization; keys of one name share an organization. */
export type OrganizationKeys = Readonly<Record<string, string>>;

/** The key and the organization that there are when no others are asked for. */
export const defaultKeys: OrganizationKeys = { "test-key": "Demo organization" };

/** Tells organizations by their keys. @see the specification's section 5 */
export class Organizations {
  readonly #context: DomainContext;
  readonly #names: ReadonlyMap<string, string>;

  constructor(context: DomainContext, keys: OrganizationKeys) {
    this.#context = context;
    // Looked up by the header as it comes, so that a request costs one look-up.
    this.#names = new Map(Object.entries(keys).map(([key, name]) => [`Bearer ${key}`, name]));
  }

  /** Makes the organization of each name there is a key for, and gives them in that order. */
  createAll(): OrganizationRow[] {
    const { store, ids } = this.#context;
    return this.#ownNames().map((name) => store.organizations.insert({ id: ids.of("org", name), name }));
  }

  /** Makes the organizations that have a key and are not there. */
  createMissing(): void {
    const { store, ids } = this.#context;
    for (const name of this.#ownNames()) {
      const id = ids.of("org", name);
      const isThere = store.organizations.findBy("name", name) || store.organizations.get(id);
      if (!isThere) store.organizations.insert({ id, name });
    }
  }

  /** The snapshot, in which those without a name have one of an organization that has a key, in their order. */
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

  /** The organization that an `Authorization` header belongs to; undefined when there is none. */
  authenticate(authorization: string | null): OrganizationRow | undefined {
    const name = this.#names.get(authorization ?? "") ?? this.#names.get(canonical(authorization ?? ""));
    return name === undefined ? undefined : this.#context.store.organizations.findBy("name", name);
  }
}

/** The scheme's name may be written in any case, and be followed by more than one space. */
function canonical(authorization: string): string {
  return authorization.trim().replace(/^bearer +/i, "Bearer ");
}
