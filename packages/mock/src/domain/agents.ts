/** The rules of agents. */
import type { AgentInput, AgentUpdate } from "@call-analysis/sdk";
import type { Clock } from "../core/clock.js";
import { type FieldProblem, invalidFields, invalidValue, unknownId, wrongValue } from "../core/mock-service-error.js";
import type { Policies } from "../core/policies.js";
import type { Ids } from "../store/ids.js";
import type { AgentRow, OrganizationRow } from "../store/rows.js";
import { emailKey, getOwned, type Store } from "../store/store.js";
import type { DomainDependencies } from "./dependencies.js";

/** The longest e-mail address that mail servers accept, by RFC 5321. */
const maxEmailLength = 254;

/** The agents of organizations. @see the specification's sections 2, Agent, and 4, Agents */
export class Agents {
  readonly #store: Store;
  readonly #ids: Ids;
  readonly #clock: Clock;
  readonly #emailMatching: Policies["emailMatching"];

  constructor({ store, ids, clock, policies }: DomainDependencies) {
    this.#store = store;
    this.#ids = ids;
    this.#clock = clock;
    this.#emailMatching = policies.emailMatching;
  }

  /** All rows of an organization's agents, deleted ones included. The same list is returned until one changes. */
  list(organization: OrganizationRow): readonly AgentRow[] {
    return this.#store.agents.listBy("organization", organization.id);
  }

  /** @throws {MockServiceError} when a field is not valid, or the e-mail is in use */
  create(organization: OrganizationRow, { name, email, image }: AgentInput & { image?: string }): AgentRow {
    this.#check(organization, { name, email });
    const id = this.#ids.next("mem", organization.id, (taken) => this.#store.agents.get(taken) !== undefined);
    const userId = this.#ids.of("usr", id);
    return this.#store.agents.insert({
      id,
      organizationId: organization.id,
      userId,
      name,
      email,
      image: image ?? `https://images.example.com/${userId}.png`,
      createdAt: new Date(this.#clock.now()).toISOString(),
      isActive: true,
    });
  }

  /** @throws {MockServiceError} when there is no such agent, a field is not valid, or the e-mail is in use */
  update(organization: OrganizationRow, id: string, { name, email }: AgentUpdate): AgentRow {
    const agent = this.#get(organization, id);
    this.#check(organization, { name, email }, agent);
    return this.#store.agents.update(id, { name: name ?? agent.name, email: email ?? agent.email });
  }

  /** @throws {MockServiceError} when there is no such agent */
  delete(organization: OrganizationRow, id: string): void {
    const agent = this.#get(organization, id);
    this.#store.agents.update(agent.id, { isActive: false });
  }

  /** The active agent with this member id, else the one with this e-mail. */
  find(organization: OrganizationRow, idOrEmail: string): AgentRow | undefined {
    const agent = getOwned(this.#store.agents, organization.id, idOrEmail);
    return agent?.isActive ? agent : this.#findByEmail(organization, idOrEmail);
  }

  #get(organization: OrganizationRow, id: string): AgentRow {
    const agent = getOwned(this.#store.agents, organization.id, id);
    if (!agent?.isActive) throw unknownId("agent");
    return agent;
  }

  #findByEmail(organization: OrganizationRow, email: string): AgentRow | undefined {
    return this.#store.agents.findBy("email", emailKey(organization.id, email, this.#emailMatching));
  }

  #check(organization: OrganizationRow, { name, email }: AgentUpdate, agent?: AgentRow): void {
    const problems: FieldProblem[] = [];
    if (name?.trim() === "") problems.push(wrongValue("name", "must not be empty"));
    if (email !== undefined && !isEmail(email)) problems.push(wrongValue("email", "must be an e-mail address"));
    if (problems.length > 0) throw invalidFields("invalid-input", problems);
    if (email === undefined) return;
    const holder = this.#findByEmail(organization, email);
    if (holder && holder.id !== agent?.id) throw invalidValue("email", "is another agent's", "email-in-use");
  }
}

/** Whether a text can be an e-mail address: one `@`, no spaces, and a host with a dot. */
function isEmail(text: string): boolean {
  return text.length <= maxEmailLength && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}
