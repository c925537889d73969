/** The agents of organizations. @see the specification's sections 2, Agent, and 4, Agents */
import type { AgentUpdate } from "@call-analysis/sdk";
import { throwProblems } from "../core/check-shape.js";
import { inUtc } from "../core/clock.js";
import { found, invalidValue, wrongValue } from "../core/mock-service-error.js";
import { withoutUndefined } from "../core/without-undefined.js";
import type { AgentSeed } from "../scenarios/seed-schema.js";
import { type AgentRow, emailKey, type OrganizationRow } from "../store/rows.js";
import { getOwned, type Store } from "../store/store.js";
import type { Domain } from "./domain.js";

/** @throws {MockServiceError} if a field is invalid, or the e-mail is in use */
export function createAgent({ store, ids, clock }: Domain, organization: OrganizationRow, agent: AgentSeed): AgentRow {
  checkAgent(store, organization, agent);
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

/** @throws {MockServiceError} if there is no such agent, a field is invalid, or the e-mail is in use */
export function updateAgent(
  { store }: Domain,
  organization: OrganizationRow,
  { id, name, email }: AgentUpdate & { id: string },
): AgentRow {
  const agent = activeAgent(store, organization, id);
  checkAgent(store, organization, { id, name, email });
  return store.agents.update(id, { name: name ?? agent.name, email: email ?? agent.email });
}

/** Marks the agent as inactive, and keeps its row. @throws {MockServiceError} if there is no such agent */
export function deleteAgent({ store }: Domain, organization: OrganizationRow, { id }: { id: string }): void {
  store.agents.update(activeAgent(store, organization, id).id, { isActive: false });
}

/** The active agent with this member id, else the one with this e-mail. */
export function findAgent(store: Store, organization: OrganizationRow, idOrEmail: string): AgentRow | undefined {
  const agent = getOwned(store.agents, organization.id, idOrEmail);
  return agent?.isActive ? agent : store.agents.find(emailKey(organization.id, idOrEmail));
}

function activeAgent(store: Store, organization: OrganizationRow, id: string): AgentRow {
  const agent = getOwned(store.agents, organization.id, id);
  return found(agent?.isActive ? agent : undefined, "agent");
}

function checkAgent(store: Store, organization: OrganizationRow, agent: AgentUpdate & { id?: string | undefined }) {
  const { id, name, email } = agent;
  // `blank-names`, `email-syntax`
  throwProblems([
    ...(name?.trim() === "" ? [wrongValue("name", "must not be empty")] : []),
    ...(email === undefined || emailForm.test(email) ? [] : [wrongValue("email", "must be an e-mail address")]),
  ]);
  const holder = email === undefined ? undefined : store.agents.find(emailKey(organization.id, email));
  if (holder && holder.id !== id) throw invalidValue("email", "belongs to another agent", "email-in-use");
}

/** Matches an e-mail address: one `@`, no spaces, a host with a dot, and at most the length that RFC 5321 allows. */
const emailForm = /^(?=.{1,254}$)[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
