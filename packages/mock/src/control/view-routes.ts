/**
 * Read-only copies of the external routes, for the console: reading them counts no poll, meets no rule or rate limit, and
 * is not in the journal.
 */
import { recordingResponse } from "../api/recording-response.js";
import { type ControlRoute, keyRoute, type Paths } from "../api/route.js";
import { unauthorizedError, unknownId } from "../core/mock-service-error.js";
import type { Analyses } from "../domain/analyses.js";
import type { Organizations } from "../domain/organizations.js";
import type { Recordings } from "../domain/recordings.js";
import type { Store } from "../store/store.js";

/** What these routes depend on. */
export interface ViewDependencies {
  /** The routes of the external interface. */
  external: Paths;
  organizations: Organizations;
  analyses: Analyses;
  recordings: Recordings;
  store: Store;
}

/** Every GET of the external interface, below `/view/v1`, and the recordings of calls. */
export function viewPaths({ external, organizations, analyses, recordings, store }: ViewDependencies): Paths {
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
  return { ...Object.fromEntries(views), "/calls/:callId/recording": { GET: recordingRoute(recordings, store.calls) } };
}

function peekRoute(analyses: Analyses) {
  return keyRoute("getCallAnalysis", ({ organization, params: { callId = "" } }) => ({
    data: analyses.snapshot(analyses.peek(organization, callId)),
  }));
}

function recordingRoute(recordings: Recordings, calls: Store["calls"]): ControlRoute {
  return {
    access: "control",
    respond({ received, params: { callId = "" } }) {
      const call = calls.get(callId);
      if (!call) throw unknownId("call");
      const { upload, recording, bytes } = recordings.readOf(call);
      return recordingResponse(received, { bytes, contentType: upload.contentType, sha256: recording.sha256 });
    },
  };
}
