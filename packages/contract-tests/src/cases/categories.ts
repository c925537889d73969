import { isDeepStrictEqual } from "node:util";
import type { components } from "@call-analysis/sdk";
import { must } from "../departure.ts";
import { anyCategory } from "../steps/categories.ts";
import type { Case } from "./case.ts";

type Category = components["schemas"]["Category"];

const knownFieldTypes = ["string", "number", "boolean", "date", "enum"];

/** @see the specification's sections 2, Category, and 4, Categories */
export const categoryCases: readonly Case[] = [
  {
    name: "the list has at least one category, each with an id of its own",
    tag: "documented",
    operation: "listCategories",
    source: "section 4, Categories, GET /categories",
    async run({ client }) {
      const ids = (await client.ask("listCategories")).data.map(({ id }) => id);
      must(ids.length > 0, "The organization has at least one category.");
      must(new Set(ids).size === ids.length, "Every category is in the list once.");
    },
  },
  {
    name: "every category of the list can be read, with the fields that the list has",
    tag: "documented",
    operation: "getCategory",
    source: "section 2, Category detail",
    async run({ client }) {
      for (const listed of (await client.ask("listCategories")).data) {
        const { data } = await client.ask("getCategory", { path: { categoryId: listed.id } });
        must(isDeepStrictEqual(listFields(data), listFields(listed)), "The list and the detail say the same.", data);
      }
    },
  },
  {
    name: "a category's sections and criteria have ids of their own, and every criterion asks a question",
    tag: "documented",
    operation: "getCategory",
    source: "section 2, Category detail, analysisPointers",
    async run(context) {
      const { analysisPointers } = await anyCategory(context);
      const sectionIds = analysisPointers.map(({ sectionId }) => sectionId);
      must(new Set(sectionIds).size === sectionIds.length, "Two sections have two sectionIds.");
      for (const { criterias } of analysisPointers) {
        must(
          new Set(criterias.map(({ criteriaId }) => criteriaId)).size === criterias.length,
          "Two criteria have two ids.",
        );
        must(
          criterias.every(({ question }) => question !== ""),
          "Every criterion asks a question.",
        );
      }
    },
  },
  {
    name: "a category's timestamps are in UTC",
    tag: "documented",
    operation: "listCategories",
    source: "section 2, Timestamps",
    async run({ client }) {
      for (const { createdAt, updatedAt } of (await client.ask("listCategories")).data) {
        must(
          [createdAt, updatedAt].every((text) => /(Z|[+-]00:?00)$/.test(text)),
          "A timestamp is in UTC.",
        );
      }
    },
  },
  {
    name: "a category that is not there is refused",
    tag: "negative",
    operation: "getCategory",
    source: "section 4, Categories, GET /categories/{categoryId}",
    async run({ client, fresh, observe }) {
      const { status } = await client.refused("getCategory", { path: { categoryId: fresh.unknownId() } });
      const situation = "for an unknown category";
      observe({ assumption: "external-errors", expected: `404 ${situation}`, observed: `${status} ${situation}` });
    },
  },
  {
    name: "a field's type is a plain word, and the usual ones are among them",
    tag: "assumed",
    operation: "getCategory",
    source: "section 2, Category detail, fieldType",
    async run(context) {
      const types = (await anyCategory(context)).extractionFields.map(({ fieldType }) => fieldType);
      const isUsual = types.some((type) => knownFieldTypes.includes(type)) || types.length === 0;
      const observed = isUsual ? "usual words" : "other words";
      context.observe({ assumption: "field-types", expected: "usual words", observed });
    },
  },
  {
    name: "targeting rules are about sections, and their expression is null",
    tag: "assumed",
    operation: "getCategory",
    source: "section 2, Category detail, targetingRules",
    async run(context) {
      const { targetingRules } = await anyCategory(context);
      const isPlain = targetingRules.every(
        ({ targetType, expression }) => targetType === "section" && expression === null,
      );
      const observed = isPlain ? "section and null" : "something else";
      context.observe({ assumption: "targeting-rules", expected: "section and null", observed });
    },
  },
];

function listFields({ id, name, description, icon, createdAt, updatedAt }: Category) {
  return { id, name, description, icon, createdAt, updatedAt };
}
