/**
 * The reads of the external interface once more, for who looks at the fake without being its client: they count no poll,
 * meet no fault, gate, override or rate limit, and are not in the journal. The web console reads its data here.
 */
import { type ControlRoute, keyRoute, type Paths } from "../api/route.js";
import { unauthorizedError } from "../core/mock-service-error.js";
import type { Analyses } from "../domain/analyses.js";
import type { Organizations } from "../domain/organizations.js";

/** What these routes depend on. */
export interface ViewDependencies {
  /** The routes of the external interface. */
  external: Paths;
  organizations: Organizations;
  analyses: Analyses;
}

/** Every GET of the external interface, below `/view/v1`. */
export function viewPaths({ external, organizations, analyses }: ViewDependencies): Paths {
  const looking: Paths = { ...external, "/calls/:callId/analysis": { GET: peekRoute(analyses) } };
  const views = Object.entries(looking).flatMap(([path, { GET: route }]) => {
    if (route?.access !== "key") return [];
    const view: ControlRoute = {
      access: "control",
      respond(request) {
        const organization = organizations.authenticate(request.received.header("authorization"));
        if (!organization) throw unauthorizedError();
        return route.respond({ ...request, organization });
      },
    };
    return [[`/view/v1${path}`, { GET: view }] as const];
  });
  return Object.fromEntries(views);
}

function peekRoute(analyses: Analyses) {
  return keyRoute("getCallAnalysis", ({ organization, params: { callId = "" } }) => ({
    data: analyses.snapshot(analyses.peek(organization, callId)),
  }));
}
