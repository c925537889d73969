/** The routes of calls. */
import { schemas } from "@call-analysis/sdk/schemas";
import type { Analyses } from "../domain/analyses.js";
import type { Calls } from "../domain/calls.js";
import type { UploadGrants } from "../domain/upload-grants.js";
import { statusOfNewCall } from "../engine/call-status.js";
import { keyRoute, type ResponseTexts } from "./route.js";

/** What the routes of calls depend on. */
export interface CallRouteDependencies {
  calls: Calls;
  analyses: Analyses;
  grants: UploadGrants;
  texts: ResponseTexts;
}

/** Routes of the external interface. @see the specification's section 4, Calls */
export function callPaths({ calls, analyses, grants, texts }: CallRouteDependencies) {
  return {
    "/calls/presigned-url": {
      POST: keyRoute({
        operation: "createUploadUrl",
        body: schemas.CreateUploadUrlRequest,
        status: 200,
        respond: ({ organization, body: { filename, contentType }, received: { client }, addresses }) => ({
          data: grants.create(organization, { filename, contentType, client, storageUrl: addresses.storageUrl }),
        }),
      }),
    },
    "/calls": {
      POST: keyRoute({
        operation: "createCall",
        body: schemas.CreateCallRequest,
        status: 202,
        respond({ organization, body, received: { appliedRules } }) {
          const { id } = calls.create(organization, body, { onRule: (rule) => void appliedRules.push(rule) });
          return { data: { callId: id, status: statusOfNewCall } };
        },
      }),
    },
    "/calls/:callId/analysis": {
      GET: keyRoute({
        operation: "getCallAnalysis",
        status: 200,
        respond({ organization, params: { callId = "" } }) {
          const polled = analyses.poll(organization, callId);
          const body = () => ({ data: analyses.snapshot(polled) });
          // Only a finished analysis stays as it is.
          return polled.status === "completed" ? texts.of(polled.call, body) : body();
        },
      }),
    },
  };
}
