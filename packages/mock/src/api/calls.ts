/** The routes of calls. */
import { statusOfNewCall } from "../engine/call-status.js";
import type { RouteDependencies } from "./dependencies.js";
import { keyRoute } from "./route.js";

/** Routes of the external interface. @see the specification's section 4, Calls */
export function callPaths({ calls, analyses, grants, texts }: RouteDependencies) {
  return {
    "/calls/presigned-url": {
      POST: keyRoute("createUploadUrl", ({ organization, body, received: { client }, addresses: { storageUrl } }) => {
        const { filename, contentType } = body;
        return { data: grants.create(organization, { filename, contentType, client, storageUrl }) };
      }),
    },
    "/calls": {
      POST: keyRoute("createCall", ({ organization, body, end }) => {
        const { id } = calls.create(organization, body, { end });
        return { data: { callId: id, status: statusOfNewCall } };
      }),
    },
    "/calls/:callId/analysis": {
      GET: keyRoute("getCallAnalysis", ({ organization, params: { callId = "" } }) => {
        const polled = analyses.poll(organization, callId);
        const body = () => ({ data: analyses.snapshot(polled) });
        // Only a finished analysis stays as it is.
        return polled.status === "completed" ? texts.of(polled.call, body) : body();
      }),
    },
  };
}
