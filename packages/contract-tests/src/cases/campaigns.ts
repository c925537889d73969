import type { Case, CaseContext } from "../case.ts";
import { isSuccess } from "../contract.ts";
import { alterError, alterRequest, alterSuccess } from "../fault.ts";
import { assert } from "../finding.ts";
import { prospectRequest } from "../steps.ts";

/** Adding prospects to a campaign. */
const spec = "4. Campaigns";
const prospect = { spec, operation: "addProspect", needs: "campaign" } as const;

export const campaignCases: readonly Case[] = [
  {
    ...prospect,
    name: "a prospect with a name and a phone is added, and counted as one",
    tag: "documented",
    async run(context) {
      const { status, json } = await context.client.send("addProspect", prospectRequest(context));
      assert(Object(json).success === true, { place: "success", expected: "true" });
      assert(Object(json).added_count === 1, { place: "added_count", expected: "1" });
      context.observe({ row: "prospect-status", expected: "200", isMet: status === 200 });
    },
    faults: { "a prospect counts as two": alterSuccess("addProspect added_count", () => 2) },
  },
  {
    ...prospect,
    name: "a prospect may have additional keys of any type",
    tag: "documented",
    spec: "2. Prospect, additional keys",
    async run(context) {
      const extras = { city: "Pune", score: 7.5, tags: ["a", ["b"]], deal: { open: true }, note: null };
      const { success } = await context.client.succeed("addProspect", prospectRequest(context, extras));
      assert(success, { place: "success", expected: "true, for additional keys of any type" });
    },
    faults: {
      "a prospect with lists is refused": alterRequest("addProspect", (body) => ({
        ...Object(body),
        ...("tags" in Object(body) && { name: 7 }),
      })),
    },
  },
  {
    ...prospect,
    name: "an unknown campaign is rejected, with detail as a string",
    tag: "negative",
    spec: "7. Errors, simple error",
    async run(context) {
      const path = { campaign_id: context.unique.unknownId() };
      const { json } = await context.client.reject("addProspect", { ...prospectRequest(context), path });
      assert(typeof Object(json).detail === "string", { place: "detail", expected: "a string" });
    },
    faults: {
      "the campaign's detail is an object": alterError("addProspect detail", (detail) => ({ message: detail })),
    },
  },
  {
    ...prospect,
    name: "a prospect's name that is not a string is rejected, with detail as a list",
    tag: "negative",
    spec: "7. Errors, validation error",
    async run(context) {
      const { status, json } = await context.client.reject("addProspect", prospectRequest(context, { name: 7 }));
      const { detail } = Object(json);
      assert(Array.isArray(detail), { place: "detail", expected: "a list" });
      context.observe({ row: "campaign-error-statuses", expected: "422 for invalid input", isMet: status === 422 });
      const isMet = detail.every((item) => ["type", "loc", "msg", "ctx"].every((field) => field in Object(item)));
      context.observe({ row: "validation-error-items", expected: "type, loc, msg and ctx", isMet });
    },
    faults: {
      "the campaign's list of details does not name the place of the error": alterError(
        "addProspect detail[].loc",
        () => undefined,
      ),
    },
  },
  ...["name", "phone"].map(
    (field): Case => ({
      ...prospect,
      name: `a prospect without ${field} is rejected`,
      tag: "negative",
      async run(context) {
        const response = await context.client.send("addProspect", prospectRequest(context, { [field]: undefined }));
        context.observe({ row: "prospect-required-fields", expected: `a ${field}`, isMet: !isSuccess(response) });
      },
      faults: {
        [`a prospect needs no ${field}`]: alterRequest(`addProspect ${field}`, (value) => value ?? "+910000000000"),
      },
    }),
  ),
  {
    ...prospect,
    name: "a prospect that was already added is added again",
    tag: "destructive",
    async run(context) {
      const request = prospectRequest(context);
      await context.client.succeed("addProspect", request);
      const again = await context.client.send("addProspect", request);
      const isMet = isSuccess(again) && Object(again.json).added_count === 1;
      context.observe({ row: "repeated-prospects", expected: "another addition", isMet });
    },
  },
  {
    ...prospect,
    name: "a campaign's identifier may be any text",
    tag: "negative",
    async run(context) {
      const path = { campaign_id: "a b/c?d" };
      const { status } = await context.client.reject("addProspect", { ...prospectRequest(context), path });
      context.observe({ row: "campaign-id", expected: "404", isMet: status === 404 });
    },
  },
  {
    ...prospect,
    name: "the campaign interface accepts the external API key",
    tag: "assumed",
    spec: "5. Authentication, rule 3",
    async run(context: CaseContext) {
      const authorization = `Bearer ${context.target.apiKey}`;
      const response = await context.client.send("addProspect", { ...prospectRequest(context), authorization });
      context.observe({ row: "campaign-key", expected: "success", isMet: isSuccess(response) });
    },
  },
];
