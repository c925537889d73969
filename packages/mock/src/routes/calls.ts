import { schemas } from "@call-analysis/sdk/schemas";
import type { Analyses } from "../domain/analyses.js";
import type { Calls } from "../domain/calls.js";
import type { UploadGrants } from "../domain/upload-grants.js";
import type { Policies } from "../policies.js";
import type { AnswerTexts } from "./answer-texts.js";
import { readJson } from "./body.js";
import { checkBody } from "./contract-check.js";
import { json, jsonText } from "./exchange.js";
import type { Paths } from "./route.js";

/** What the routes of calls work with. */
export interface CallRouteOptions {
  calls: Calls;
  analyses: Analyses;
  grants: UploadGrants;
  policies: Policies;
  texts: AnswerTexts;
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
          return json(200, { data: await grants.create(organization, body) });
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
          return json(202, { data: { callId: id, status: "processing" } });
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
          return polled.status === "completed" ? jsonText(200, texts.of(polled.call, answer)) : json(200, answer());
        },
      },
    },
  };
}
