import { type Case, type CaseContext, campaignOf, observeStatus } from "../case.ts";
import { isSuccess } from "../contract/response-check.ts";
import { assert } from "../contract-violation.ts";
import { sampleProspect } from "../steps/sample-request.ts";

const prospectCases: readonly Omit<Case, "operation" | "needs">[] = [
  {
    name: "a prospect with a name and a phone is added, and counted as one",
    tag: "documented",
    statements: ["4.POST /v1/campaigns/{campaign_id}/prospects-zap"],
    async run(context) {
      const { status, json } = await context.client.send("addProspect", requestFor(context));
      assert(Reflect.get(Object(json), "success") === true, "The response says success.", json);
      assert(Reflect.get(Object(json), "added_count") === 1, "One prospect was added.", json);
      context.observe({ assumption: "prospect-status", expected: "200", observed: String(status) });
    },
  },
  {
    name: "a prospect may have additional keys of any type",
    tag: "documented",
    statements: ["2.prospect.additional-keys"],
    async run(context) {
      const extras = { city: "Pune", score: 7.5, tags: ["a", ["b"]], deal: { open: true }, note: null };
      const response = await context.client.expectSuccess("addProspect", requestFor(context, extras));
      assert(response.success === true, "A prospect with additional keys is accepted.", response.success);
    },
  },
  {
    name: "an unknown campaign is rejected, with detail as a string",
    tag: "negative",
    statements: ["7.simple"],
    async run(context) {
      const path = { campaign_id: context.unique.unknownId() };
      const request = { ...requestFor(context), path };
      const { json } = await context.client.expectRejection("addProspect", request);
      assert(typeof detailOf(json) === "string", "A simple error's detail is a string.", json);
    },
  },
  {
    name: "a prospect's name that is not a string is rejected, with detail as a list",
    tag: "negative",
    statements: ["7.validation", "2.prospect.name"],
    async run(context) {
      const request = requestFor(context, { name: 7 });
      const { status, json } = await context.client.expectRejection("addProspect", request);
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
    (field): Omit<Case, "operation" | "needs"> => ({
      name: `a prospect without ${field} is rejected`,
      tag: "negative",
      statements: ["4.POST /v1/campaigns/{campaign_id}/prospects-zap.body"],
      async run(context) {
        const request = requestFor(context, { [field]: undefined });
        const response = await context.client.send("addProspect", request);
        const observed = isSuccess(response) ? `${field} is optional` : `${field} is mandatory`;
        context.observe({ assumption: "prospect-required-fields", expected: `${field} is mandatory`, observed });
      },
    }),
  ),
  {
    name: "a prospect that was already added is added again",
    tag: "destructive",
    statements: ["4.POST /v1/campaigns/{campaign_id}/prospects-zap"],
    async run(context) {
      const request = requestFor(context);
      await context.client.expectSuccess("addProspect", request);
      const again = await context.client.send("addProspect", request);
      const isAdded = isSuccess(again) && Reflect.get(Object(again.json), "added_count") === 1;
      const observed = isAdded ? "added again" : "not added again";
      context.observe({ assumption: "repeated-prospects", expected: "added again", observed });
    },
  },
  {
    name: "a campaign's identifier may be any text",
    tag: "negative",
    statements: ["4.POST /v1/campaigns/{campaign_id}/prospects-zap.campaign_id"],
    async run(context) {
      const path = { campaign_id: "a b/c?d" };
      const { status } = await context.client.expectRejection("addProspect", { ...requestFor(context), path });
      context.observe({ assumption: "campaign-id", expected: "404", observed: String(status) });
    },
  },
  {
    name: "the campaign interface accepts the external API key",
    tag: "assumed",
    statements: ["5.3"],
    async run(context) {
      const request = { ...requestFor(context), key: context.target.apiKey };
      const response = await context.client.send("addProspect", request);
      const observed = isSuccess(response) ? "accepts it" : "rejects it";
      context.observe({ assumption: "campaign-key", expected: "accepts it", observed });
    },
  },
];

/** Adding prospects to a campaign. @see the specification's sections 2, Prospect, 4, Campaigns, and 7 */
export const campaignCases: readonly Case[] = prospectCases.map((one) => {
  return { ...one, operation: "addProspect", needs: ["campaign"] };
});

/** A request that adds a prospect to the target's campaign. */
function requestFor(context: CaseContext, changes: Record<string, unknown> = {}) {
  return { path: { campaign_id: campaignOf(context).id }, body: { ...sampleProspect(context), ...changes } };
}

function detailOf(json: unknown): unknown {
  return Reflect.get(Object(json), "detail");
}
