import { type Case, type CaseContext, campaignOf, observeStatus } from "../case.ts";
import { isSuccess } from "../contract/response-check.ts";
import { assert } from "../contract-violation.ts";
import { sampleProspect } from "../steps/sample-request.ts";

const needs = ["campaign"] as const;

/** Adding prospects to a campaign. @see the specification's sections 2, Prospect, 4, Campaigns, and 7 */
export const campaignCases: readonly Case[] = [
  {
    name: "a prospect with a name and a phone is added, and counted as one",
    tag: "documented",
    operation: "addProspect",
    statements: ["4.POST /v1/campaigns/{campaign_id}/prospects-zap"],
    needs,
    async run(context) {
      const response = await context.client.expectSuccess("addProspect", {
        path: pathOf(context),
        body: sampleProspect(context),
      });
      assert(response.success === true, "The response says success.", response.success);
      assert(response.added_count === 1, "One prospect was added.", response.added_count);
    },
  },
  {
    name: "a prospect may have additional keys of any type",
    tag: "documented",
    operation: "addProspect",
    statements: ["2.prospect.additional-keys"],
    needs,
    async run(context) {
      const extras = { city: "Pune", score: 7.5, tags: ["a", ["b"]], deal: { open: true }, note: null };
      const body = { ...sampleProspect(context), ...extras };
      const response = await context.client.expectSuccess("addProspect", { path: pathOf(context), body });
      assert(response.success === true, "A prospect with additional keys is accepted.", response.success);
    },
  },
  {
    name: "an unknown campaign is rejected, with detail as a string",
    tag: "negative",
    operation: "addProspect",
    statements: ["7.simple"],
    needs,
    async run(context) {
      const path = { campaign_id: context.unique.unknownId() };
      const { status, json } = await context.client.expectRejection("addProspect", {
        path,
        body: sampleProspect(context),
      });
      assert(typeof detailOf(json) === "string", "A simple error's detail is a string.", json);
      const assumption = "campaign-error-statuses";
      observeStatus(context, { assumption, expected: "404 for an unknown campaign", status });
    },
  },
  {
    name: "a prospect's name that is not a string is rejected, with detail as a list",
    tag: "negative",
    operation: "addProspect",
    statements: ["7.validation", "2.prospect.name"],
    needs,
    async run(context) {
      const body = { ...sampleProspect(context), name: 7 };
      const { status, json } = await context.client.expectRejection("addProspect", { path: pathOf(context), body });
      assert(Array.isArray(detailOf(json)), "A validation error's detail is a list.", json);
      const assumption = "campaign-error-statuses";
      observeStatus(context, { assumption, expected: "422 for invalid input", status });
      const fields = ["type", "loc", "msg", "ctx"];
      const isWhole = [detailOf(json)].flat().every((item) => fields.every((field) => field in Object(item)));
      const observed = isWhole ? "all four" : "not all four";
      context.observe({ assumption: "validation-error-items", expected: "all four", observed });
    },
  },
  ...(["name", "phone"] as const).map(
    (field): Case => ({
      name: `a prospect without ${field} is rejected`,
      tag: "negative",
      operation: "addProspect",
      statements: ["4.campaigns.required"],
      needs,
      async run(context) {
        const { [field]: _left, ...body } = sampleProspect(context);
        const response = await context.client.send("addProspect", { path: pathOf(context), body });
        const observed = isSuccess(response) ? `${field} is optional` : `${field} is mandatory`;
        context.observe({ assumption: "prospect-required-fields", expected: `${field} is mandatory`, observed });
      },
    }),
  ),
  {
    name: "a prospect that was already added is added again",
    tag: "destructive",
    operation: "addProspect",
    statements: ["4.POST /v1/campaigns/{campaign_id}/prospects-zap"],
    needs,
    async run(context) {
      const options = { path: pathOf(context), body: sampleProspect(context) };
      await context.client.expectSuccess("addProspect", options);
      const again = await context.client.send("addProspect", options);
      const isAdded = isSuccess(again) && Reflect.get(Object(again.json), "added_count") === 1;
      const observed = isAdded ? "added again" : "not added again";
      context.observe({ assumption: "repeated-prospects", expected: "added again", observed });
    },
  },
  {
    name: "adding a prospect returns 200",
    tag: "assumed",
    operation: "addProspect",
    statements: ["4.POST /v1/campaigns/{campaign_id}/prospects-zap"],
    needs,
    async run(context) {
      const response = await context.client.send("addProspect", {
        path: pathOf(context),
        body: sampleProspect(context),
      });
      context.observe({ assumption: "prospect-status", expected: "200", observed: String(response.status) });
    },
  },
  {
    name: "a campaign's identifier may be any text",
    tag: "negative",
    operation: "addProspect",
    statements: ["4.campaigns.id"],
    needs,
    async run(context) {
      const path = { campaign_id: "a b/c?d" };
      const { status } = await context.client.expectRejection("addProspect", { path, body: sampleProspect(context) });
      context.observe({ assumption: "campaign-id", expected: "404", observed: String(status) });
    },
  },
  {
    name: "the campaign interface accepts the external API key",
    tag: "assumed",
    operation: "addProspect",
    statements: ["5.3"],
    needs,
    async run(context) {
      const key = context.target.apiKey;
      const response = await context.client.send("addProspect", {
        path: pathOf(context),
        body: sampleProspect(context),
        key,
      });
      const observed = isSuccess(response) ? "accepts it" : "rejects it";
      context.observe({ assumption: "campaign-key", expected: "accepts it", observed });
    },
  },
];

function pathOf(context: CaseContext) {
  return { campaign_id: campaignOf(context).id };
}

function detailOf(json: unknown): unknown {
  return Reflect.get(Object(json), "detail");
}
