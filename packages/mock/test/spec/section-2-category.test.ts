import { expect } from "vitest";
import { ask, type Fields } from "../support/ask.js";
import { createMockService, test } from "../support/specification.js";

const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const text = expect.any(String);

async function listed(): Promise<Fields[]> {
  const { data } = (await ask<{ data: Fields[] }>(createMockService(), "GET /categories")).body;
  expect(data.length).toBeGreaterThan(0);
  return data;
}

async function details(): Promise<Fields[]> {
  const service = createMockService();
  const { body } = await ask<{ data: { id: string }[] }>(service, "GET /categories");
  expect(body.data.length).toBeGreaterThan(0);
  return Promise.all(body.data.map(async ({ id }) => (await ask(service, `GET /categories/${id}`)).body.data));
}

/** The items of a list in every category's configuration: at least one of all. */
async function itemsOf(field: string): Promise<Fields[]> {
  const items = (await details()).flatMap((detail) => detail[field] as Fields[]);
  expect(items.length).toBeGreaterThan(0);
  return items;
}

test("section 2, Category: `id` is a string of its own for each", async () => {
  const ids = (await listed()).map(({ id }) => id);
  expect(ids).toEqual(ids.map(() => text));
  expect(new Set(ids).size).toBe(ids.length);
});

test("section 2, Category: `name` is a string", async () => {
  for (const { name } of await listed()) expect(name).toEqual(text);
});

test("section 2, Category: `description` is a string", async () => {
  for (const { description } of await listed()) expect(description).toEqual(text);
});

test("section 2, Category: `icon` is a string", async () => {
  for (const { icon } of await listed()) expect(icon).toEqual(text);
});

test("section 2, Category: `createdAt` is a UTC timestamp", async () => {
  for (const { createdAt } of await listed()) expect(createdAt).toEqual(expect.stringMatching(timestamp));
});

test("section 2, Category: `updatedAt` is a UTC timestamp", async () => {
  for (const { updatedAt } of await listed()) expect(updatedAt).toEqual(expect.stringMatching(timestamp));
});

test("section 2, Category: a list item has these six fields and no configuration", async () => {
  for (const category of await listed()) {
    expect(Object.keys(category)).toEqual(["id", "name", "description", "icon", "createdAt", "updatedAt"]);
  }
});

test("section 2, Category detail: all list-item fields are in it", async () => {
  const items = await listed();
  for (const detail of await details()) {
    const item = items.find(({ id }) => id === detail.id) ?? {};
    expect(Object.keys(detail)).toEqual(expect.arrayContaining(Object.keys(item)));
  }
});

test("section 2, Category detail: `intendedPurpose` is a string", async () => {
  for (const { intendedPurpose } of await details()) expect(intendedPurpose).toEqual(text);
});

test("section 2, Category detail: `additionalLLMContext` is a string", async () => {
  for (const { additionalLLMContext } of await details()) expect(additionalLLMContext).toEqual(text);
});

test("section 2, Category detail: `possibleOutcomes` have their five fields", async () => {
  const outcome = {
    id: text,
    label: text,
    description: text,
    isSuccess: expect.any(Boolean),
    isNotApplicable: expect.any(Boolean),
  };
  for (const item of await itemsOf("possibleOutcomes")) expect(item).toEqual(outcome);
});

test("section 2, Category detail: `analysisPointers` are sections with criteria", async () => {
  for (const { criterias, ...section } of await itemsOf("analysisPointers")) {
    expect(section).toEqual({ id: text, sectionId: text, sectionName: text });
    for (const item of criterias as Fields[]) expect(item).toEqual({ id: text, criteriaId: text, question: text });
  }
});

test("section 2, Category detail: `extractionFields` have their eight fields", async () => {
  for (const { enumOptions, enumValues, ...field } of await itemsOf("extractionFields")) {
    const plain = { id: text, fieldName: text, displayName: text, fieldType: text, description: text };
    expect(field).toEqual({ ...plain, required: expect.any(Boolean) });
    for (const option of enumOptions as Fields[]) expect(option).toEqual({ value: text, hint: text });
    expect(enumValues).toEqual((enumValues as unknown[]).map(() => text));
  }
});

test("section 2, Category detail: `targetingRules` have a target and an expression that may be null", async () => {
  for (const rule of await itemsOf("targetingRules")) {
    expect(rule).toMatchObject({ targetType: text, targetId: text });
    expect(rule).toHaveProperty("expression");
  }
});

test("section 2, Category detail: `tagTargets` have their three fields", async () => {
  for (const tag of await itemsOf("tagTargets")) expect(tag).toEqual({ id: text, slug: text, displayName: text });
});
