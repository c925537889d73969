/**
 * Read-only copies of the external routes, for the console. Reads do not count as polls, trigger no rule and no rate
 * limit, and do not appear in the journal.
 */
import type { ControlRoute, OperationRoute } from "../api/route.js";
import { unauthorizedError } from "../core/mock-service-error.js";
import type { Organizations } from "../domain/organizations.js";
import { plainRoute } from "./control-route.js";

/** Every GET of the external interface, below `/view/v1`. A category includes the fake's own data, such as texts. */
export function viewRoutes(organizations: Organizations, operations: readonly OperationRoute[]): ControlRoute[] {
  const readable = operations.filter(({ method, address }) => method === "GET" && address === "baseUrl");
  return readable.map(({ path, respond }) =>
    plainRoute(`GET /view/v1${path}`, ({ request, params, addresses }) => {
      const organization = organizations.authenticate(request.header("authorization"));
      if (!organization) throw unauthorizedError();
      return respond({ ...nothingElse, request, params, addresses, organization });
    }),
  );
}

/** Request fields that a GET ignores. */
const nothingElse = {
  async read() {},
  throwIfEnded() {},
  client: null,
  body: undefined,
  isView: true,
};
