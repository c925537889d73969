import { isDeepStrictEqual } from "node:util";
import type { components } from "@call-analysis/sdk";
import { type Case, observeStatus } from "../case.ts";
import { assert, assertUtc } from "../contract-violation.ts";
import { sharedCategory } from "../steps/organization.ts";

type Category = components["schemas"]["Category"];

const knownFieldTypes = ["string", "number", "boolean", "date", "enum"];

/** Listing and reading categories. @see the specification's sections 2, Category, and 4, Categories */
export const categoryCases: readonly Case[] = [
  {
    name: "the list has at least one category, each with a unique id",
    tag: "documented",
    operation: "listCategories",
    source: "section 4, Categories, GET /categories",
    async run({ client }) {
      const ids = (await client.expectSuccess("listCategories")).data.map(({ id }) => id);
      assert(ids.length > 0, "The organization has at least one category.");
      assert(new Set(ids).size === ids.length, "Every category is in the list once.");
    },
  },
  {
    name: "every category of the list can be read by its id, with the same fields",
    tag: "documented",
    operation: "getCategory",
    source: "section 2, Category detail",
    async run({ client }) {
      for (const listed of (await client.expectSuccess("listCategories")).data) {
        const { data } = await client.expectSuccess("getCategory", { path: { categoryId: listed.id } });
        assert(
          isDeepStrictEqual(listFields(data), listFields(listed)),
          "The list and the detail have the same values.",
          data,
        );
      }
    },
  },
  {
    name: "a category's sections and criteria have unique ids, and every criterion asks a question",
    tag: "documented",
    operation: "getCategory",
    source: "section 2, Category detail, analysisPointers",
    async run(context) {
      const { analysisPointers } = await sharedCategory(context);
      const sectionIds = analysisPointers.map(({ sectionId }) => sectionId);
      assert(new Set(sectionIds).size === sectionIds.length, "Two sections have different sectionIds.");
      for (const { criterias } of analysisPointers) {
        assert(
          new Set(criterias.map(({ criteriaId }) => criteriaId)).size === criterias.length,
          "Two criteria have different ids.",
        );
        assert(
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
      for (const { createdAt, updatedAt } of (await client.expectSuccess("listCategories")).data) {
        assertUtc(createdAt);
        assertUtc(updatedAt);
      }
    },
  },
  {
    name: "an unknown category is rejected",
    tag: "negative",
    operation: "getCategory",
    source: "section 4, Categories, GET /categories/{categoryId}",
    async run({ client, unique, observe }) {
      const { status } = await client.expectRejection("getCategory", { path: { categoryId: unique.unknownId() } });
      observeStatus(
        { observe },
        { assumption: "external-errors", situation: "for an unknown category", expected: 404, status },
      );
    },
  },
  {
    name: "a category's extraction fields have the usual types",
    tag: "assumed",
    operation: "getCategory",
    source: "section 2, Category detail, fieldType",
    async run(context) {
      const types = (await sharedCategory(context)).extractionFields.map(({ fieldType }) => fieldType);
      const isUsual = types.some((type) => knownFieldTypes.includes(type)) || types.length === 0;
      const observed = isUsual ? "usual words" : "other words";
      context.observe({ assumption: "field-types", expected: "usual words", observed });
    },
  },
  {
    name: "targeting rules target sections, and their expression is null",
    tag: "assumed",
    operation: "getCategory",
    source: "section 2, Category detail, targetingRules",
    async run(context) {
      const { targetingRules } = await sharedCategory(context);
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
