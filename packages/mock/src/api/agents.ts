import { schemas } from "@call-analysis/sdk/schemas";
import { readJson } from "../core/body.js";
import { jsonResponse, jsonTextResponse } from "../core/message.js";
import type { Policies } from "../core/policies.js";
import type { Agents } from "../domain/agents.js";
import type { AgentRow } from "../store/rows.js";
import { checkBody } from "./contract-check.js";
import type { ResponseTexts } from "./response-texts.js";
import type { Paths } from "./route.js";

/** What the routes of agents work with. */
export interface AgentRouteOptions {
  agents: Agents;
  policies: Policies;
  texts: ResponseTexts;
}

/** Routes of the external interface. @see the specification's section 4, Agents */
export function agentPaths({ agents, policies, texts }: AgentRouteOptions): Paths {
  return {
    "/agents": {
      GET: {
        operation: "listAgents",
        access: "key",
        answer({ organization }) {
          const rows = agents.list(organization);
          return jsonTextResponse(
            200,
            texts.of(rows, () => ({ data: rows.filter(isActive).map(listed) })),
          );
        },
      },
      POST: {
        operation: "createAgent",
        access: "key",
        async answer({ organization, incoming }) {
          const body = checkBody(schemas.CreateAgentRequest, await readJson(incoming, policies.maxJsonBytes));
          const { id, userId, name, email } = agents.create(organization, { name: body.name, email: body.email });
          return jsonResponse(201, { data: { id, userId, name, email } });
        },
      },
    },
    "/agents/:id": {
      PATCH: {
        operation: "updateAgent",
        access: "key",
        async answer({ organization, incoming, params: { id = "" } }) {
          const body = checkBody(schemas.UpdateAgentRequest, await readJson(incoming, policies.maxJsonBytes));
          const { userId, name, email, image } = agents.update(organization, id, body);
          return jsonResponse(200, { data: { memberId: id, userId, name, email, image } });
        },
      },
      DELETE: {
        operation: "deleteAgent",
        access: "key",
        answer({ organization, params: { id = "" } }) {
          agents.delete(organization, id);
          return jsonResponse(200, { success: true });
        },
      },
    },
  };
}

function isActive({ isActive }: AgentRow): boolean {
  return isActive;
}

function listed({ id, userId, name, email, image, createdAt }: AgentRow) {
  return { id, userId, name, email, image, createdAt };
}
