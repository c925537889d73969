/**
 * Read-only copies of the external routes, for the console: reading them counts no poll, meets no rule or rate limit, and
 * is not in the journal.
 */
import type { ControlRoute, OperationRoute } from "../api/route.js";
import { jsonResponse } from "../core/message.js";
import { unauthorizedError } from "../core/mock-service-error.js";
import type { Analyses } from "../domain/analyses.js";
import type { Organizations } from "../domain/organizations.js";
import { getOwned, type Store } from "../store/store.js";
import { found, plainRoute } from "./control-route.js";

/** What these routes depend on. */
export interface ViewDependencies {
  operations: readonly OperationRoute[];
  organizations: Organizations;
  analyses: Analyses;
  store: Store;
}

/** Every GET of the external interface, below `/view/v1`. A category has what the fake alone knows of it, such as texts. */
export function viewRoutes({ operations, organizations, analyses, store }: ViewDependencies): ControlRoute[] {
  const readable = operations.filter(({ method, address }) => method === "GET" && address === "baseUrl");
  return readable.map(({ operation, path, respond }) =>
    plainRoute(`GET /view/v1${path}`, ({ request, params, addresses }) => {
      const organization = organizations.authenticate(request.header("authorization"));
      if (!organization) throw unauthorizedError();
      if (operation === "getCallAnalysis")
        return jsonResponse(200, { data: analyses.snapshot(analyses.peek(organization, params.callId ?? "")) });
      if (operation === "getCategory") {
        const row = getOwned(store.categories, organization.id, params.categoryId ?? "");
        const { organizationId: _, ...category } = found(row, "category");
        return jsonResponse(200, { data: category });
      }
      return respond({ ...nothingElse, request, params, addresses, organization });
    }),
  );
}

/** What a GET does not look at. */
const nothingElse = {
  chunks: async function* () {},
  throwIfEnded() {},
  client: null,
  body: undefined,
  end: undefined,
};
