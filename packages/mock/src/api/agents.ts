/** The routes of agents. */
import { schemas } from "@call-analysis/sdk/schemas";
import type { Agents } from "../domain/agents.js";
import type { AgentRow } from "../store/rows.js";
import { keyRoute, type ResponseTexts } from "./route.js";

/** Routes of the external interface. @see the specification's section 4, Agents */
export function agentPaths(agents: Agents, texts: ResponseTexts) {
  return {
    "/agents": {
      GET: keyRoute({
        operation: "listAgents",
        status: 200,
        respond: ({ organization }) => listText(agents.list(organization), texts),
      }),
      POST: keyRoute({
        operation: "createAgent",
        body: schemas.CreateAgentRequest,
        status: 201,
        respond({ organization, body }) {
          const { id, userId, name, email } = agents.create(organization, { name: body.name, email: body.email });
          return { data: { id, userId, name, email } };
        },
      }),
    },
    "/agents/:id": {
      PATCH: keyRoute({
        operation: "updateAgent",
        body: schemas.UpdateAgentRequest,
        status: 200,
        respond({ organization, params: { id = "" }, body }) {
          const { userId, name, email, image } = agents.update(organization, id, body);
          return { data: { memberId: id, userId, name, email, image } };
        },
      }),
      DELETE: keyRoute({
        operation: "deleteAgent",
        status: 200,
        respond({ organization, params: { id = "" } }) {
          agents.delete(organization, id);
          return { success: true };
        },
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
