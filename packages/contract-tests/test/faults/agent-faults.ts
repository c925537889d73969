import type { MockService } from "@call-analysis/mock";
import { alterRequest, alterSuccess, type Fault, intercept, withJson } from "./fault.ts";

/** Rules of agents and organizations that are broken behind the answers' back. */
export const agentFaults: readonly Fault[] = [
  {
    name: "a deleted agent is still in the list",
    breaks: "section 4, Agents, GET /agents",
    plant: intercept("deleteAgent", async ({ url }, pass, service) => {
      const response = await pass();
      if (response.ok) service.db.agents.update(idIn(url), { isActive: true });
      return response;
    }),
  },
  {
    name: "a deletion takes the newest agent with it",
    breaks: "section 4, Agents, DELETE /agents/{id}",
    plant: intercept("deleteAgent", async (_sent, pass, service) => {
      const newest = service.db.agents.list().findLast(({ isActive }) => isActive);
      if (newest) service.db.agents.update(newest.id, { isActive: false });
      return pass();
    }),
  },
  {
    name: "an update of the name takes the e-mail away",
    breaks: "section 4, Agents, PATCH /agents/{id}",
    plant: alterRequest("updateAgent", "", (body) => ({ email: "nobody@example.com", ...Object(body) })),
  },
  {
    name: "an update is answered and not stored",
    breaks: "section 4, Agents, PATCH /agents/{id}",
    plant: intercept("updateAgent", async ({ url }, pass, service) => {
      const before = service.db.agents.get(idIn(url));
      const response = await pass();
      if (before && response.ok) service.db.agents.update(before.id, { name: before.name, email: before.email });
      return response;
    }),
  },
  {
    name: "an update changes every agent",
    breaks: "section 4, Agents, PATCH /agents/{id}",
    plant: intercept("updateAgent", async ({ url }, pass, service) => {
      const response = await pass();
      const name = service.db.agents.get(idIn(url))?.name;
      if (response.ok && name) for (const { id } of service.db.agents.list()) service.db.agents.update(id, { name });
      return response;
    }),
  },
  {
    name: "names are cut at ten characters",
    breaks: "section 4, Agents, POST /agents",
    plant: alterRequest("createAgent", "name", (name) => (typeof name === "string" ? name.slice(0, 10) : name)),
  },
  {
    name: "every agent has the same id",
    breaks: "section 2, Agent, id",
    plant: alterSuccess("createAgent", "data.id", () => "mem_1"),
  },
  {
    name: "an e-mail may be taken twice",
    breaks: "section 4, Agents, POST /agents",
    plant: intercept("createAgent", async (_sent, pass) => {
      const response = await pass();
      const agent = { id: "mem_second", userId: "usr_second", name: "Second", email: "second@example.com" };
      return response.status === 409 ? withJson(response, { data: agent }, 201) : response;
    }),
  },
  {
    name: "another organization's agents are in the list",
    breaks: "section 5, rule 2",
    plant: intercept("listAgents", async (_sent, pass, service) => {
      const response = await pass();
      return response.ok
        ? withJson(response, { data: service.db.agents.list().filter(isActive).map(listed) })
        : response;
    }),
  },
  {
    name: "another organization can delete an agent",
    breaks: "section 5, rule 2",
    plant: intercept("deleteAgent", async ({ url, headers }, pass, service) => {
      const response = await pass();
      if (response.status !== 404 || !service.db.agents.get(idIn(url))?.isActive) return response;
      return headers.has("authorization") ? withJson(response, { success: true }, 200) : response;
    }),
  },
  {
    name: "another organization can read a call",
    breaks: "section 5, rule 2",
    plant: intercept("getCallAnalysis", (_sent, pass, service) => passWithFirstKey(service, pass)),
  },
  {
    name: "any key is taken for the organization's",
    breaks: "section 5, rule 1",
    plant: intercept("listCategories", ({ headers }, pass, service) =>
      headers.get("authorization")?.startsWith("Bearer ") ? passWithFirstKey(service, pass) : pass(),
    ),
  },
  {
    name: "no key is needed",
    breaks: "section 5, rule 1",
    plant: intercept("createUploadUrl", ({ headers }, pass, service) =>
      headers.has("authorization") ? pass() : passWithFirstKey(service, pass),
    ),
  },
  {
    name: "the campaign interface needs no key",
    breaks: "section 5, rule 3",
    plant: intercept("addProspect", ({ headers }, pass, service) =>
      headers.has("authorization") ? pass() : passWithFirstKey(service, pass),
    ),
  },
];

function idIn(url: URL): string {
  return decodeURIComponent(url.pathname.split("/").at(-1) ?? "");
}

function passWithFirstKey(service: MockService, pass: (changes: { init: RequestInit }) => Promise<Response>) {
  const authorization = `Bearer ${service.clientOptions().apiKey}`;
  return pass({ init: { headers: { authorization, "content-type": "application/json" } } });
}

function isActive({ isActive }: { isActive: boolean }): boolean {
  return isActive;
}

type AgentRow = ReturnType<MockService["db"]["agents"]["list"]>[number];

function listed({ id, userId, name, email, image, createdAt }: AgentRow) {
  return { id, userId, name, email, image, createdAt };
}
