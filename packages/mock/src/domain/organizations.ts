import { Refusal } from "../refusal.js";
import type { OrganizationRow } from "../state/rows.js";
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
    const names = [...new Set(this.#names.values())];
    return names.map((name) => store.organizations.insert({ id: ids.of("org", name), name }));
  }

  /**
   * The organization that an `Authorization` header belongs to.
   *
   * @throws {Refusal} "unauthorized" when there is none
   */
  authenticate(authorization: string | null): OrganizationRow {
    const name = this.#names.get(authorization ?? "") ?? this.#names.get(canonical(authorization ?? ""));
    const organization = name === undefined ? undefined : this.#context.store.organizations.findBy("name", name);
    if (organization) return organization;
    throw new Refusal("unauthorized", "The header Authorization must be Bearer and a valid API key.");
  }
}

/** The scheme's name may be written in any case, and be followed by more than one space. */
function canonical(authorization: string): string {
  return authorization.trim().replace(/^bearer +/i, "Bearer ");
}
