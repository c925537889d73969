/** Adds the data of scenarios, seed files and tests, and reports what cannot be added. */
import { throwProblems } from "../core/check-shape.js";
import { type FieldProblem, missingField, wrongValue } from "../core/mock-service-error.js";
import type { CallSeed, SeedRows } from "../scenarios/seed-schema.js";
import type { OrganizationRow } from "../store/rows.js";
import { refusalsAt } from "../store/table.js";
import { createAgent } from "./agents.js";
import { type CreateCallRequest, createCall } from "./calls.js";
import type { Domain } from "./domain.js";
import { completeCall, completeCategory } from "./seed-data.js";

const idPrefixes = { agents: "mem", categories: "cat", campaigns: "cmp", calls: "call" };

/**
 * Adds valid rows to an organization. Given ids are kept, and other ids are derived from the seed.
 *
 * @returns the problems of the other rows
 */
export function addRows(domain: Domain, organization: OrganizationRow, rows: SeedRows): FieldProblem[] {
  const { store, ids, clock } = domain;
  const { id: organizationId } = organization;
  const addEach = <Row extends { id?: string | undefined }>(
    table: keyof typeof idPrefixes,
    given: readonly Row[] = [],
    insert: (row: Row & { id: string }) => unknown,
  ) => {
    // A derived id is never one that a later row has.
    const givenIds = new Set(given.map(({ id }) => id));
    const isTaken = (id: string) => givenIds.has(id) || store[table].get(id) !== undefined;
    return given.flatMap((row, index) => {
      const { id = ids.next(idPrefixes[table], organizationId, isTaken) } = row;
      return refusalsAt(`${table}[${index}]`, () => insert({ ...row, id }));
    });
  };
  const calls = rows.calls?.map((call) => ({ ...call, id: call.id ?? call.callId }));
  return [
    ...addEach("agents", rows.agents, (agent) => createAgent(domain, organization, agent)),
    ...addEach("categories", rows.categories, ({ id, ...category }) => {
      const now = new Date(clock.now()).toISOString();
      const deriveId = (kind: string, ...place: (string | number)[]) => ids.of(kind, id, ...place);
      store.categories.insert({ ...completeCategory(category, { id, now, deriveId }), organizationId });
    }),
    ...addEach("campaigns", rows.campaigns, ({ id, name }) => store.campaigns.insert({ id, name, organizationId })),
    ...addEach("calls", calls, (call) => addCall(domain, organization, call)),
  ];
}

function addCall(domain: Domain, organization: OrganizationRow, seed: CallSeed & { id: string }): void {
  const { store } = domain;
  const { analysis, metadata, id, ...call } = completeCall(seed, {
    members: store.agents.listOf(organization.id).filter(({ isActive }) => isActive),
    categories: store.categories.listOf(organization.id),
  });
  throwProblems([
    ...(["memberId", "categoryId", "audio_url"] as const).filter((name) => call[name] === undefined).map(missingField),
    ...(metadata && !analysis ? [wrongValue("metadata", "needs an analysis. Without one, pass a date")] : []),
  ]);
  const given = analysis && { analysis, metadata: metadata ?? {} };
  // The required fields are there.
  const request = call as CreateCallRequest;
  createCall(domain, organization, { request, id, given, progression: { mode: "immediate" } });
}
