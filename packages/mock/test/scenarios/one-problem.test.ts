import { expect, test } from "vitest";
import { defaultPolicies } from "../../src/core/policies.js";
import { seedProblems } from "../../src/scenarios/seed-check.js";

const target = {
  policies: defaultPolicies,
  isTaken: () => false,
  agents: [],
  categories: [],
  organizationNames: ["Demo"],
  organizations: ["Demo"],
};

/** Data in which a call and a rule refer to all the rest. */
const data = () => ({
  agents: [{ id: "agent", name: "A", email: "a@example.com", createdAt: "2026-01-01T00:00:00Z" }],
  categories: [
    {
      id: "category",
      name: "C",
      analysisPointers: [
        { sectionId: "section", sectionName: "S", criterias: [{ criteriaId: "criterion", question: "Did it?" }] },
      ],
      targetingRules: [{ targetId: "section" }],
    },
  ],
  calls: [
    {
      memberId: "agent",
      categoryId: "category",
      audio_url: "https://recordings.example.com/1.wav",
      analysis: { sections: [{ sectionId: "section", criterias: [{ criteriaId: "criterion" }] }] },
    },
  ],
  rules: [{ match: { categoryId: "category", memberId: "agent" }, stall: true }],
});

test("data without a mistake has no problem", () => {
  expect(seedProblems(data(), target)).toEqual([]);
});

test.each<[string, (wrong: ReturnType<typeof data>) => void]>([
  ["agents", (wrong) => Object.assign(wrong, { agents: 5 })],
  ["agents[0]", ({ agents }) => Object.assign(agents, [null])],
  ["agents[0].id", ({ agents: [agent] }) => Object.assign(agent ?? {}, { id: "" })],
  ["agents[0].createdAt", ({ agents: [agent] }) => Object.assign(agent ?? {}, { createdAt: "yesterday" })],
  ["categories", (wrong) => Object.assign(wrong, { categories: null })],
  ["categories[0].id", ({ categories: [category] }) => Object.assign(category ?? {}, { id: 7 })],
  ["categories[0].name", ({ categories: [category] }) => Object.assign(category ?? {}, { name: "" })],
  [
    "categories[0].analysisPointers",
    ({ categories: [category] }) => Object.assign(category ?? {}, { analysisPointers: null }),
  ],
  [
    "categories[0].analysisPointers[0].sectionId",
    ({ categories: [category] }) => Object.assign(category?.analysisPointers[0] ?? {}, { sectionId: "." }),
  ],
  ["calls[0].categoryId", ({ calls: [call] }) => Object.assign(call ?? {}, { categoryId: "other" })],
])("one wrong value, %s, is one problem: nothing else is said of what refers to it", (path, change) => {
  const wrong = data();
  change(wrong);
  expect(seedProblems(wrong, target).map((problem) => problem.path)).toEqual([path]);
});
