import type { AgentInput, AgentUpdate } from "@call-analysis/sdk";
import { type FieldProblem, invalidFields, invalidValue, unknownId, wrongValue } from "../core/mock-service-error.js";
import type { AgentRow, OrganizationRow } from "../store/rows.js";
import { emailInOrganization, getOwned } from "../store/store.js";
import type { DomainContext } from "./context.js";
import { emailKeyOf, isEmail } from "./emails.js";

/** The agents of organizations. @see the specification's sections 2, Agent, and 4, Agents */
export class Agents {
  readonly #context: DomainContext;
  readonly #emailKey: (email: string) => string;

  constructor(context: DomainContext) {
    this.#context = context;
    this.#emailKey = emailKeyOf(context.policies.emailMatching);
  }

  /** All rows of an organization's agents, the deleted ones included. The same list is given until one changes. */
  list(organization: OrganizationRow): readonly AgentRow[] {
    return this.#context.store.agents.listBy("organization", organization.id);
  }

  /** @throws {MockServiceError} when a field is bad or the e-mail is in use */
  create(organization: OrganizationRow, { name, email, image }: AgentInput & { image?: string }): AgentRow {
    this.#check(organization, { name, email });
    const { store, ids, clock } = this.#context;
    const id = ids.next("mem", organization.id, (taken) => store.agents.get(taken) !== undefined);
    const userId = ids.of("usr", id);
    return store.agents.insert({
      id,
      organizationId: organization.id,
      userId,
      name,
      email,
      image: image ?? `https://images.example.com/${userId}.png`,
      createdAt: new Date(clock.now()).toISOString(),
      isActive: true,
    });
  }

  /** @throws {MockServiceError} when there is no such agent, a field is bad, or the e-mail is in use */
  update(organization: OrganizationRow, id: string, { name, email }: AgentUpdate): AgentRow {
    const agent = this.#get(organization, id);
    this.#check(organization, { name, email }, agent);
    return this.#context.store.agents.update(id, { name: name ?? agent.name, email: email ?? agent.email });
  }

  /** @throws {MockServiceError} when there is no such agent */
  delete(organization: OrganizationRow, id: string): void {
    const agent = this.#get(organization, id);
    this.#context.store.agents.update(agent.id, { isActive: false });
  }

  /** The active agent with this member id or, failing that, with this e-mail. */
  find(organization: OrganizationRow, idOrEmail: string): AgentRow | undefined {
    const agent = getOwned(this.#context.store.agents, organization.id, idOrEmail);
    return agent?.isActive ? agent : this.#findByEmail(organization, idOrEmail);
  }

  #get(organization: OrganizationRow, id: string): AgentRow {
    const agent = getOwned(this.#context.store.agents, organization.id, id);
    if (!agent?.isActive) throw unknownId("agent");
    return agent;
  }

  #findByEmail(organization: OrganizationRow, email: string): AgentRow | undefined {
    return this.#context.store.agents.findBy("email", emailInOrganization(organization.id, this.#emailKey(email)));
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
