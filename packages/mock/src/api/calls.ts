import { schemas } from "@call-analysis/sdk/schemas";
import { readJson } from "../core/body.js";
import { jsonResponse, jsonTextResponse } from "../core/message.js";
import type { Policies } from "../core/policies.js";
import type { Analyses } from "../domain/analyses.js";
import type { Calls } from "../domain/calls.js";
import type { UploadGrants } from "../domain/upload-grants.js";
import { checkBody } from "./contract-check.js";
import type { ResponseTexts } from "./response-texts.js";
import type { Paths } from "./route.js";

/** What the routes of calls work with. */
export interface CallRouteOptions {
  calls: Calls;
  analyses: Analyses;
  grants: UploadGrants;
  policies: Policies;
  texts: ResponseTexts;
}

/** Routes of the external interface. @see the specification's section 4, Calls */
export function callPaths({ calls, analyses, grants, policies, texts }: CallRouteOptions): Paths {
  return {
    "/calls/presigned-url": {
      POST: {
        operation: "createUploadUrl",
        access: "key",
        async answer({ organization, incoming }) {
          const body = checkBody(schemas.CreateUploadUrlRequest, await readJson(incoming, policies.maxJsonBytes));
          return jsonResponse(200, { data: await grants.create(organization, body) });
        },
      },
    },
    "/calls": {
      POST: {
        operation: "createCall",
        access: "key",
        async answer({ organization, incoming }) {
          const body = checkBody(schemas.CreateCallRequest, await readJson(incoming, policies.maxJsonBytes));
          const { id } = calls.create(organization, body);
          return jsonResponse(202, { data: { callId: id, status: "processing" } });
        },
      },
    },
    "/calls/:callId/analysis": {
      GET: {
        operation: "getCallAnalysis",
        access: "key",
        answer({ organization, params: { callId = "" } }) {
          const polled = analyses.poll(organization, callId);
          const answer = () => ({ data: analyses.snapshot(polled) });
          // Only a finished analysis stays as it is.
          return polled.status === "completed"
            ? jsonTextResponse(200, texts.of(polled.call, answer))
            : jsonResponse(200, answer());
        },
      },
    },
  };
}
