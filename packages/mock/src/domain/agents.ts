/** The rules of agents. */
import type { AgentUpdate } from "@call-analysis/sdk";
import { throwProblems } from "../core/check-shape.js";
import { inUtc } from "../core/clock.js";
import { invalidValue, unknownId, wrongValue } from "../core/mock-service-error.js";
import { withoutUndefined } from "../core/without-undefined.js";
import { type AgentRow, emailKey, type OrganizationRow } from "../store/rows.js";
import { getOwned } from "../store/store.js";
import type { DomainDependencies } from "./dependencies.js";
import type { AgentSeed } from "./seed-data.js";

/** The longest e-mail address that mail servers accept, by RFC 5321. */
const maxEmailLength = 254;

/** The agents of organizations. @see the specification's sections 2, Agent, and 4, Agents */
export class Agents {
  readonly #dependencies: DomainDependencies;

  constructor(dependencies: DomainDependencies) {
    this.#dependencies = dependencies;
  }

  /** All rows of an organization's agents, deleted ones included. The same list is returned until one changes. */
  list(organization: OrganizationRow): readonly AgentRow[] {
    return this.#dependencies.store.agents.listOf(organization.id);
  }

  /** @throws {MockServiceError} when a field is not valid, or the e-mail is in use */
  create(organization: OrganizationRow, agent: AgentSeed): AgentRow {
    this.#check(organization, agent);
    const { store, ids, clock } = this.#dependencies;
    const isTaken = (taken: string) => store.agents.get(taken) !== undefined;
    const { id = ids.next("mem", organization.id, isTaken), createdAt = new Date(clock.now()).toISOString() } = agent;
    const { userId = ids.of("usr", id), ...given } = agent;
    return store.agents.insert({
      id,
      organizationId: organization.id,
      userId,
      image: `https://images.example.com/${userId}.png`,
      ...withoutUndefined(given),
      createdAt: inUtc(createdAt),
      isActive: true,
    });
  }

  /** @throws {MockServiceError} when there is no such agent, a field is not valid, or the e-mail is in use */
  update(organization: OrganizationRow, id: string, { name, email }: AgentUpdate): AgentRow {
    const agent = this.#get(organization, id);
    this.#check(organization, { name, email }, agent);
    return this.#dependencies.store.agents.update(id, { name: name ?? agent.name, email: email ?? agent.email });
  }

  /** @throws {MockServiceError} when there is no such agent */
  delete(organization: OrganizationRow, id: string): void {
    const agent = this.#get(organization, id);
    this.#dependencies.store.agents.update(agent.id, { isActive: false });
  }

  /** The active agent with this member id, else the one with this e-mail. */
  find(organization: OrganizationRow, idOrEmail: string): AgentRow | undefined {
    const agent = getOwned(this.#dependencies.store.agents, organization.id, idOrEmail);
    return agent?.isActive ? agent : this.#findByEmail(organization, idOrEmail);
  }

  #get(organization: OrganizationRow, id: string): AgentRow {
    const agent = getOwned(this.#dependencies.store.agents, organization.id, id);
    if (!agent?.isActive) throw unknownId("agent");
    return agent;
  }

  #findByEmail(organization: OrganizationRow, email: string): AgentRow | undefined {
    return this.#dependencies.store.agents.find(emailKey(organization.id, email));
  }

  #check(organization: OrganizationRow, { name, email }: AgentUpdate, agent?: AgentRow): void {
    // `blank-names`, `email-syntax`
    throwProblems([
      ...(name?.trim() === "" ? [wrongValue("name", "must not be empty")] : []),
      ...(email === undefined || isEmail(email) ? [] : [wrongValue("email", "must be an e-mail address")]),
    ]);
    if (email === undefined) return;
    const holder = this.#findByEmail(organization, email);
    if (holder && holder.id !== agent?.id) throw invalidValue("email", "is another agent's", "email-in-use");
  }
}

/** What requests can name an agent by. */
export function memberNames({ id, email }: Pick<AgentRow, "id" | "email">): readonly string[] {
  return [id, email];
}

/** What an e-mail address looks like: one `@`, no spaces, and a host with a dot. */
const emailForm = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

function isEmail(text: string): boolean {
  return text.length <= maxEmailLength && emailForm.test(text);
}
