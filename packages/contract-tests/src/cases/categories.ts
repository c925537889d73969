import type { Case } from "../case.ts";
import { caseOf } from "../checks/answer-check.ts";
import { categoryChecks, sameAsListedChecks } from "../checks/category-checks.ts";
import { categoryListChecks } from "../checks/list-checks.ts";
import { assert } from "../contract-violation.ts";
import { sharedCategory } from "../steps/organization.ts";

/** Listing and reading categories. @see the specification's sections 2, Category, and 4, Categories */
export const categoryCases: readonly Case[] = [
  {
    name: "the list has at least one category",
    tag: "documented",
    operation: "listCategories",
    statements: ["4.GET /categories"],
    async run({ client }) {
      const { data } = await client.expectSuccess("listCategories");
      assert(data.length > 0, "The organization has at least one category.");
    },
  },
  {
    name: "every category of the list can be read by its id, with the same fields",
    tag: "documented",
    operation: "getCategory",
    statements: ["2.category-detail.list-item", "4.GET /categories/{categoryId}"],
    async run({ client, observe }) {
      for (const listed of (await client.expectSuccess("listCategories")).data) {
        const { data } = await client.expectSuccess("getCategory", { path: { categoryId: listed.id } });
        for (const { check } of sameAsListedChecks) check({ detail: data, listed }, observe);
      }
    },
  },
  ...categoryListChecks.map((check) =>
    caseOf(check, async ({ client }) => (await client.expectSuccess("listCategories")).data),
  ),
  ...categoryChecks.map((check) => caseOf(check, sharedCategory)),
];
