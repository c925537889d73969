import { isDeepStrictEqual } from "node:util";
import type { Case } from "../case.ts";
import { alterSuccess } from "../fault.ts";
import { assert } from "../finding.ts";
import { sharedCategory } from "../steps.ts";

const configuration = "2. Category detail";
const fieldTypes = /^(?:string|number|boolean|date|enum)$/;

/** Listing and reading categories. */
export const categoryCases: readonly Case[] = [
  {
    name: "the list has at least one category, and each of them once",
    tag: "documented",
    spec: "4. Categories, GET /categories",
    operation: "listCategories",
    async run({ client }) {
      const { data } = await client.succeed("listCategories");
      assert(data.length > 0, { place: "data", expected: "one category at least" });
      const isUnique = areUnique(data.map(({ id }) => id));
      assert(isUnique, { place: "data[].id", expected: "each id once" });
    },
    faults: {
      "the list of categories is empty": alterSuccess("listCategories data", () => []),
      "every category of the list has the same id": alterSuccess("listCategories data[].id", () => "cat_1"),
    },
  },
  {
    name: "every category of the list can be read by its id, with the same fields",
    tag: "documented",
    spec: "2. Category detail, all list-item fields",
    operation: "getCategory",
    async run({ client }) {
      for (const listed of (await client.succeed("listCategories")).data) {
        const { data } = await client.succeed("getCategory", { path: { categoryId: listed.id } });
        for (const [field, value] of Object.entries(listed))
          assert(isDeepStrictEqual(data[field], value), {
            place: `data.${field}`,
            expected: "the same as in the list",
          });
      }
    },
    faults: {
      "the list of categories and the detail name a category differently": alterSuccess(
        "getCategory data.name",
        (name) => `The ${name}`,
      ),
    },
  },
  {
    name: "the sections of a category and the criteria of each have unique ids, and each criterion asks a question",
    tag: "documented",
    spec: `${configuration}, analysisPointers`,
    operation: "getCategory",
    async run(context) {
      const { analysisPointers } = await sharedCategory(context);
      const isOwn = areUnique(analysisPointers.map(({ sectionId }) => sectionId));
      assert(isOwn, { place: "data.analysisPointers[].sectionId", expected: "each id once" });
      const place = "data.analysisPointers[].criterias[]";
      for (const { criterias } of analysisPointers) {
        const isUnique = areUnique(criterias.map(({ criteriaId }) => criteriaId));
        assert(isUnique, { place: `${place}.criteriaId`, expected: "each id once" });
        const isAsking = criterias.every(({ question }) => question !== "");
        assert(isAsking, { place: `${place}.question`, expected: "a question" });
      }
    },
    faults: {
      "every section of a category has the same id": alterSuccess(
        "getCategory data.analysisPointers[].sectionId",
        () => "sec_1",
      ),
      "every criterion of a section has the same id": alterSuccess(
        "getCategory data.analysisPointers[].criterias[].criteriaId",
        () => "crt_1",
      ),
      "the criteria of a category ask nothing": alterSuccess(
        "getCategory data.analysisPointers[].criterias[].question",
        () => "",
      ),
    },
  },
  {
    name: "a category's extraction fields have the usual types",
    tag: "assumed",
    spec: `${configuration}, extractionFields`,
    operation: "getCategory",
    async run(context) {
      const types = (await sharedCategory(context)).extractionFields.map(({ fieldType }) => fieldType);
      const isMet = types.length === 0 || types.some((type) => fieldTypes.test(type));
      context.observe({ row: "field-types", expected: "usual words", isMet });
    },
  },
  {
    name: "targeting rules target sections, and their expression is null",
    tag: "assumed",
    spec: `${configuration}, targetingRules`,
    operation: "getCategory",
    async run(context) {
      const { targetingRules: rules } = await sharedCategory(context);
      const isMet = rules.every(({ targetType, expression }) => targetType === "section" && expression === null);
      context.observe({ row: "targeting-rules", expected: "section and null", isMet });
    },
  },
];

function areUnique(ids: readonly string[]): boolean {
  return new Set(ids).size === ids.length;
}
