/** Checks of a category with its configuration. */
import { isDeepStrictEqual } from "node:util";
import type { components } from "@call-analysis/sdk";
import { assert } from "../contract-violation.ts";
import { checksOf } from "./answer-check.ts";

type Category = components["schemas"]["Category"];
type CategoryDetail = components["schemas"]["CategoryDetail"];

/** A category as it was read, and as the list shows it. */
export interface ListedCategory {
  detail: CategoryDetail;
  listed: Category;
}

const listFields = ["id", "name", "description", "icon", "createdAt", "updatedAt"] as const;
const knownFieldTypes = ["string", "number", "boolean", "date", "enum"];

/** @see the specification's section 2, Category detail */
export const sameAsListedChecks = checksOf<ListedCategory>(
  "getCategory",
  listFields.map((field) => ({
    name: `a category that is read has the ${field} of the list`,
    tag: "documented",
    statements: ["2.category-detail.list-item", "4.GET /categories/{categoryId}"],
    place: `data.${field}`,
    check({ detail, listed }) {
      assert(isDeepStrictEqual(detail[field], listed[field]), "The list and the detail have the same values.", detail);
    },
  })),
);

/** @see the specification's section 2, Category detail */
export const categoryChecks = checksOf<CategoryDetail>("getCategory", [
  {
    name: "a category's sections have unique ids",
    tag: "documented",
    statements: ["2.category-detail.analysisPointers"],
    place: "data.analysisPointers[].sectionId",
    check({ analysisPointers }) {
      assert(areUnique(analysisPointers.map(({ sectionId }) => sectionId)), "Two sections have different sectionIds.");
    },
  },
  {
    name: "the criteria of a section have unique ids",
    tag: "documented",
    statements: ["2.category-detail.analysisPointers"],
    place: "data.analysisPointers[].criterias[].criteriaId",
    check({ analysisPointers }) {
      const lists = analysisPointers.map(({ criterias }) => criterias.map(({ criteriaId }) => criteriaId));
      assert(lists.every(areUnique), "Two criteria have different ids.");
    },
  },
  {
    name: "every criterion asks a question",
    tag: "documented",
    statements: ["2.category-detail.analysisPointers"],
    place: "data.analysisPointers[].criterias[].question",
    check({ analysisPointers }) {
      const questions = analysisPointers.flatMap(({ criterias }) => criterias.map(({ question }) => question));
      assert(!questions.includes(""), "Every criterion asks a question.");
    },
  },
  {
    name: "a category's extraction fields have the usual types",
    tag: "assumed",
    statements: ["2.category-detail.extractionFields"],
    place: "data.extractionFields[].fieldType",
    check({ extractionFields }, observe) {
      const types = extractionFields.map(({ fieldType }) => fieldType);
      const isUsual = types.some((type) => knownFieldTypes.includes(type)) || types.length === 0;
      observe({
        assumption: "field-types",
        expected: "usual words",
        observed: isUsual ? "usual words" : "other words",
      });
    },
  },
  {
    name: "targeting rules target sections, and their expression is null",
    tag: "assumed",
    statements: ["2.category-detail.targetingRules"],
    place: "data.targetingRules",
    reads: ["data.targetingRules[].targetType", "data.targetingRules[].expression"],
    check({ targetingRules }, observe) {
      const isPlain = targetingRules.every(
        ({ targetType, expression }) => targetType === "section" && expression === null,
      );
      const observed = isPlain ? "section and null" : "something else";
      observe({ assumption: "targeting-rules", expected: "section and null", observed });
    },
  },
]);

function areUnique(ids: readonly string[]): boolean {
  return new Set(ids).size === ids.length;
}
