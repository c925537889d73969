import type { CaseContext } from "../context/case-context.ts";
import { campaignOf } from "../context/case-context.ts";
import { must } from "../departure.ts";
import { isSuccess } from "../exchange/exchange.ts";
import type { Case } from "./case.ts";

const needs = ["campaign"] as const;

/** @see the specification's sections 2, Prospect, 4, Campaigns, and 7 */
export const campaignCases: readonly Case[] = [
  {
    name: "a prospect with a name and a phone is added, and is one",
    tag: "documented",
    operation: "addProspect",
    source: "section 4, Campaigns",
    needs,
    async run(context) {
      const answer = await context.client.ask("addProspect", { path: pathOf(context), body: prospect(context) });
      must(answer.success === true, "The answer says success.", answer.success);
      must(answer.added_count === 1, "One prospect was added.", answer.added_count);
    },
  },
  {
    name: "a prospect may have additional keys of any type",
    tag: "documented",
    operation: "addProspect",
    source: "section 2, Prospect",
    needs,
    async run(context) {
      const extras = { city: "Pune", score: 7.5, tags: ["a", ["b"]], deal: { open: true }, note: null };
      const body = { ...prospect(context), ...extras };
      const answer = await context.client.ask("addProspect", { path: pathOf(context), body });
      must(answer.success === true, "A prospect with additional keys is taken.", answer.success);
    },
  },
  {
    name: "a campaign that is not there is refused, with detail as a string",
    tag: "negative",
    operation: "addProspect",
    source: "section 7, Simple error",
    needs,
    async run(context) {
      const path = { campaign_id: context.fresh.unknownId() };
      const { status, json } = await context.client.refused("addProspect", { path, body: prospect(context) });
      must(typeof detailOf(json) === "string", "A simple error's detail is a string.", json);
      const situation = "for an unknown campaign";
      observeStatus(context, `404 ${situation}`, `${status} ${situation}`);
    },
  },
  {
    name: "a name that is no string is refused, with detail as a list that says where",
    tag: "negative",
    operation: "addProspect",
    source: "section 7, Validation error",
    needs,
    async run(context) {
      const body = { ...prospect(context), name: 7 };
      const { status, json } = await context.client.refused("addProspect", { path: pathOf(context), body });
      must(Array.isArray(detailOf(json)), "A validation error's detail is a list.", json);
      const situation = "for invalid input";
      observeStatus(context, `422 ${situation}`, `${status} ${situation}`);
    },
  },
  ...(["name", "phone"] as const).map(
    (field): Case => ({
      name: `a prospect without ${field} is refused`,
      tag: "negative",
      operation: "addProspect",
      source: "section 4, Campaigns, name and phone",
      needs,
      async run(context) {
        const { [field]: _left, ...body } = prospect(context);
        const answer = await context.client.send("addProspect", { path: pathOf(context), body });
        const observed = isSuccess(answer) ? `${field} is optional` : `${field} is mandatory`;
        context.observe({ assumption: "prospect-required-fields", expected: `${field} is mandatory`, observed });
      },
    }),
  ),
  {
    name: "a prospect that is there already is added again",
    tag: "destructive",
    operation: "addProspect",
    source: "section 4, Campaigns",
    needs,
    async run(context) {
      const options = { path: pathOf(context), body: prospect(context) };
      await context.client.ask("addProspect", options);
      const again = await context.client.send("addProspect", options);
      const isAdded = isSuccess(again) && Reflect.get(Object(again.json), "added_count") === 1;
      const observed = isAdded ? "added again" : "not added again";
      context.observe({ assumption: "repeated-prospects", expected: "added again", observed });
    },
  },
  {
    name: "a taken prospect is answered with 200",
    tag: "assumed",
    operation: "addProspect",
    source: "section 4, Campaigns",
    needs,
    async run(context) {
      const answer = await context.client.send("addProspect", { path: pathOf(context), body: prospect(context) });
      context.observe({ assumption: "prospect-status", expected: "200", observed: String(answer.status) });
    },
  },
  {
    name: "a campaign's identifier may be any text",
    tag: "negative",
    operation: "addProspect",
    source: "section 4, Campaigns, campaign_id",
    needs,
    async run(context) {
      const path = { campaign_id: "a b/c?d" };
      const { status } = await context.client.refused("addProspect", { path, body: prospect(context) });
      context.observe({ assumption: "campaign-id", expected: "404", observed: String(status) });
    },
  },
  {
    name: "the campaign interface takes the external API key",
    tag: "assumed",
    operation: "addProspect",
    source: "section 5, rule 3",
    needs,
    async run(context) {
      const key = context.target.apiKey;
      const answer = await context.client.send("addProspect", { path: pathOf(context), body: prospect(context), key });
      const observed = isSuccess(answer) ? "takes it" : "refuses it";
      context.observe({ assumption: "campaign-key", expected: "takes it", observed });
    },
  },
];

function pathOf(context: CaseContext) {
  return { campaign_id: campaignOf(context).id };
}

/** A phone number that the Indian numbering plan keeps for nobody. */
function prospect({ fresh }: CaseContext) {
  return { name: fresh.name(), phone: "+910000000000" };
}

function detailOf(json: unknown): unknown {
  return Reflect.get(Object(json), "detail");
}

function observeStatus({ observe }: CaseContext, expected: string, observed: string): void {
  observe({ assumption: "campaign-error-statuses", expected, observed });
}
