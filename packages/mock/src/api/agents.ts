/** The routes of agents. */
import type { AgentRow } from "../store/rows.js";
import type { RouteDependencies } from "./dependencies.js";
import { keyRoute, type ResponseTexts } from "./route.js";

/** Routes of the external interface. @see the specification's section 4, Agents */
export function agentPaths({ agents, texts }: RouteDependencies) {
  return {
    "/agents": {
      GET: keyRoute("listAgents", ({ organization }) => listText(agents.list(organization), texts)),
      POST: keyRoute("createAgent", ({ organization, body }) => {
        const { id, userId, name, email } = agents.create(organization, { name: body.name, email: body.email });
        return { data: { id, userId, name, email } };
      }),
    },
    "/agents/:id": {
      PATCH: keyRoute("updateAgent", ({ organization, params: { id = "" }, body }) => {
        const { userId, name, email, image } = agents.update(organization, id, body);
        return { data: { memberId: id, userId, name, email, image } };
      }),
      DELETE: keyRoute("deleteAgent", ({ organization, params: { id = "" } }) => {
        agents.delete(organization, id);
        return { success: true };
      }),
    },
  };
}

/** Deleted agents stay in the store, and are left out here. */
function listText(rows: readonly AgentRow[], texts: ResponseTexts): string {
  return texts.of(rows, () => ({ data: rows.filter(({ isActive }) => isActive).map(listedAgent) }));
}

function listedAgent({ id, userId, name, email, image, createdAt }: AgentRow) {
  return { id, userId, name, email, image, createdAt };
}
