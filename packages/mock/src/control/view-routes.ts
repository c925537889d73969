/**
 * Read-only copies of the external routes, for the console: reading them counts no poll, meets no rule or rate limit, and
 * is not in the journal.
 */
import type { ControlRoute, OperationRoute } from "../api/route.js";
import { jsonResponse } from "../core/message.js";
import { unauthorizedError } from "../core/mock-service-error.js";
import { peekCall, snapshotOfCall } from "../domain/analyses.js";
import type { Domain } from "../domain/domain.js";
import type { Organizations } from "../domain/organizations.js";
import { getOwned } from "../store/store.js";
import { found, plainRoute } from "./control-route.js";

/** Every GET of the external interface, below `/view/v1`. A category has what the fake alone knows of it, such as texts. */
export function viewRoutes(
  domain: Domain,
  { operations, organizations }: { operations: readonly OperationRoute[]; organizations: Organizations },
): ControlRoute[] {
  const readable = operations.filter(({ method, address }) => method === "GET" && address === "baseUrl");
  return readable.map(({ operation, path, respond }) =>
    plainRoute(`GET /view/v1${path}`, ({ request, params, addresses }) => {
      const organization = organizations.authenticate(request.header("authorization"));
      if (!organization) throw unauthorizedError();
      const { callId = "", categoryId = "" } = params;
      if (operation === "getCallAnalysis")
        return jsonResponse(200, { data: snapshotOfCall(domain, peekCall(domain, organization, { callId })) });
      if (operation === "getCategory") {
        const row = getOwned(domain.store.categories, organization.id, categoryId);
        const { organizationId: _, ...category } = found(row, "category");
        return jsonResponse(200, { data: category });
      }
      return respond({ ...nothingElse, request, params, addresses, organization });
    }),
  );
}

/** Request fields that a GET ignores. */
const nothingElse = {
  chunks: async function* () {},
  throwIfEnded() {},
  client: null,
  body: undefined,
  end: undefined,
};
