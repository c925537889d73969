import type { MockService } from "@call-analysis/mock";
import { alterRequest, alterSuccess, intercept, type Mutant, withJson } from "./mutant.ts";

/** Mutants of the rules of agents and organizations. */
export const agentMutants: readonly Mutant[] = [
  {
    name: "a deleted agent is still in the list",
    breaks: "section 4, Agents, GET /agents",
    statements: ["4.GET /agents.active", "4.DELETE /agents/{id}.id"],
    apply: intercept("deleteAgent", async ({ url }, forward, service) => {
      const response = await forward();
      if (response.ok) service.db.agents.update(idIn(url), { isActive: true });
      return response;
    }),
  },
  {
    name: "a deletion also deletes the newest agent",
    breaks: "section 4, Agents, DELETE /agents/{id}",
    apply: intercept("deleteAgent", async (_request, forward, service) => {
      const newest = service.db.agents.list().findLast(({ isActive }) => isActive);
      if (newest) service.db.agents.update(newest.id, { isActive: false });
      return forward();
    }),
  },
  {
    name: "an update of the name changes the e-mail",
    breaks: "section 4, Agents, PATCH /agents/{id}",
    statements: ["2.agent.email", "4.PATCH /agents/{id}", "4.PATCH /agents/{id}.body"],
    apply: alterRequest("updateAgent", "", (body) => ({ email: "nobody@example.com", ...Object(body) })),
  },
  {
    name: "an update returns success and is not stored",
    breaks: "section 4, Agents, PATCH /agents/{id}",
    statements: ["4.PATCH /agents/{id}.body"],
    apply: intercept("updateAgent", async ({ url }, forward, service) => {
      const before = service.db.agents.get(idIn(url));
      const response = await forward();
      if (before && response.ok) service.db.agents.update(before.id, { name: before.name, email: before.email });
      return response;
    }),
  },
  {
    name: "an update changes every agent",
    breaks: "section 4, Agents, PATCH /agents/{id}",
    apply: intercept("updateAgent", async ({ url }, forward, service) => {
      const response = await forward();
      const name = service.db.agents.get(idIn(url))?.name;
      if (response.ok && name) for (const { id } of service.db.agents.list()) service.db.agents.update(id, { name });
      return response;
    }),
  },
  {
    name: "names are truncated to ten characters",
    breaks: "section 4, Agents, POST /agents",
    statements: ["2.agent.name"],
    apply: alterRequest("createAgent", "name", (name) => (typeof name === "string" ? name.slice(0, 10) : name)),
  },
  {
    name: "every agent has the same id",
    breaks: "section 2, Agent, id",
    statements: ["1.sequence.1", "2.agent.id"],
    apply: alterSuccess("createAgent", "data.id", () => "mem_1"),
  },
  {
    name: "two agents may have the same e-mail",
    breaks: "section 4, Agents, POST /agents",
    statements: ["4.POST /agents.unique", "5.2"],
    apply: intercept("createAgent", async (_request, forward) => {
      const response = await forward();
      const agent = { id: "mem_second", userId: "usr_second", name: "Second", email: "second@example.com" };
      return response.status === 409 ? withJson(response, { data: agent }, 201) : response;
    }),
  },
  {
    name: "another organization's agents are in the list",
    breaks: "section 5, rule 2",
    statements: ["4.GET /agents.active", "5.2"],
    apply: intercept("listAgents", async (_request, forward, service) => {
      const response = await forward();
      return response.ok
        ? withJson(response, { data: service.db.agents.list().filter(isActive).map(listed) })
        : response;
    }),
  },
  {
    name: "another organization can delete an agent",
    breaks: "section 5, rule 2",
    statements: ["5.2"],
    apply: intercept("deleteAgent", async ({ url, headers }, forward, service) => {
      const response = await forward();
      if (response.status !== 404 || !service.db.agents.get(idIn(url))?.isActive) return response;
      return headers.has("authorization") ? withJson(response, { success: true }, 200) : response;
    }),
  },
  {
    name: "another organization can read a call",
    breaks: "section 5, rule 2",
    statements: ["5.2"],
    apply: intercept("getCallAnalysis", (_request, forward, service) => forwardWithFirstKey(service, forward)),
  },
  {
    name: "any key counts as the organization's key",
    breaks: "section 5, rule 1",
    apply: intercept("listCategories", ({ headers }, forward, service) =>
      headers.get("authorization")?.startsWith("Bearer ") ? forwardWithFirstKey(service, forward) : forward(),
    ),
  },
  {
    name: "no key is needed",
    breaks: "section 5, rule 1",
    statements: ["1.prerequisites", "4.bearer", "5.1"],
    apply: intercept("createUploadUrl", ({ headers }, forward, service) =>
      headers.has("authorization") ? forward() : forwardWithFirstKey(service, forward),
    ),
  },
  {
    name: "the campaign interface needs no key",
    breaks: "section 5, rule 3",
    statements: ["5.3"],
    apply: intercept("addProspect", ({ headers }, forward, service) =>
      headers.has("authorization") ? forward() : forwardWithFirstKey(service, forward),
    ),
  },
];

function idIn(url: URL): string {
  return decodeURIComponent(url.pathname.split("/").at(-1) ?? "");
}

function forwardWithFirstKey(service: MockService, forward: (changes: { init: RequestInit }) => Promise<Response>) {
  const authorization = `Bearer ${service.clientOptions().apiKey}`;
  return forward({ init: { headers: { authorization, "content-type": "application/json" } } });
}

function isActive({ isActive }: { isActive: boolean }): boolean {
  return isActive;
}

type AgentRow = ReturnType<MockService["db"]["agents"]["list"]>[number];

function listed({ id, userId, name, email, image, createdAt }: AgentRow) {
  return { id, userId, name, email, image, createdAt };
}
