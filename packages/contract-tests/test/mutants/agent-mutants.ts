import type { OperationId } from "../../src/contract/openapi-document.ts";
import {
  type ApplyMutation,
  alterRequest,
  alterResponse,
  intercept,
  type Mutant,
  mutantsOf,
  withJson,
} from "./mutant.ts";

/** Mutants of the rules of agents and organizations. */
export const agentMutants: readonly Mutant[] = mutantsOf({
  "4.DELETE /agents/{id}.id, 4.GET /agents.active: a deleted agent is still in the list": intercept(
    "deleteAgent",
    async ({ url }, forward, service) => {
      const response = await forward();
      if (response.ok) service.db.agents.update(idIn(url), { isActive: true });
      return response;
    },
  ),
  "4.DELETE /agents/{id}.id: a deletion also deletes the newest agent": intercept(
    "deleteAgent",
    async (_request, forward, service) => {
      const newest = service.db.agents.list().findLast(({ isActive }) => isActive);
      if (newest) service.db.agents.update(newest.id, { isActive: false });
      return forward();
    },
  ),
  "2.agent.email, 4.PATCH /agents/{id}, 4.PATCH /agents/{id}.body: an update of the name changes the e-mail":
    alterRequest("updateAgent", (body) => ({
      email: "nobody@example.com",
      ...Object(body),
    })),
  "4.PATCH /agents/{id}.body: an update of the e-mail changes the name": alterRequest("updateAgent", (body) => ({
    name: "Nobody",
    ...Object(body),
  })),
  "4.PATCH /agents/{id}.body: an update returns success and is not stored": intercept(
    "updateAgent",
    async ({ url }, forward, service) => {
      const before = service.db.agents.get(idIn(url));
      const response = await forward();
      if (before && response.ok) service.db.agents.update(before.id, { name: before.name, email: before.email });
      return response;
    },
  ),
  "4.PATCH /agents/{id}.body: an update changes every agent": intercept(
    "updateAgent",
    async ({ url }, forward, service) => {
      const response = await forward();
      const name = service.db.agents.get(idIn(url))?.name;
      if (response.ok && name) for (const { id } of service.db.agents.list()) service.db.agents.update(id, { name });
      return response;
    },
  ),
  "4.POST /agents.unique: two agents may have the same e-mail": alterResponse("createAgent", (response) => {
    const agent = { id: "mem_second", userId: "usr_second", name: "Second", email: "second@example.com" };
    return response.status === 409 ? withJson(response, { data: agent }, 201) : response;
  }),
  "4.GET /agents, 5.2: every organization sees the agents of the first": withFirstKey("listAgents", () => true),
  "4.GET /categories, 5.2: every organization sees the categories of the first": withFirstKey(
    "listCategories",
    () => true,
  ),
  "5.2: every organization can delete the agents of the first": withFirstKey("deleteAgent", () => true),
  "5.1: any key counts as the organization's key": withFirstKey("listCategories", (authorization) =>
    /^Bearer /.test(authorization ?? ""),
  ),
  "5.1: no key is needed": withFirstKey("createUploadUrl", (authorization) => authorization === null),
  "5.3: the campaign interface needs no key": withFirstKey("addProspect", (authorization) => authorization === null),
});

function idIn(url: URL): string {
  return decodeURIComponent(url.pathname.split("/").at(-1) ?? "");
}

/** Takes requests of an operation with some authorizations for those of the first organization. */
function withFirstKey(operation: OperationId, isTaken: (authorization: string | null) => boolean): ApplyMutation {
  return intercept(operation, ({ headers }, forward, service) => {
    if (!isTaken(headers.get("authorization"))) return forward();
    const authorization = `Bearer ${service.clientOptions().apiKey}`;
    return forward({ headers: { authorization, "content-type": "application/json" } });
  });
}
