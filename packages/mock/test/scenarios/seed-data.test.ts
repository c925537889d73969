import { expect, test } from "vitest";
import { createMockService, MockServiceError, type SeedData } from "../../src/index.js";
import { ask, type Fields } from "../support/ask.js";
import { createCall, known, readAnalysis } from "../support/flow.js";

const north = { name: "Asha", email: "asha@north.example" };

/** Everything that seeding can change. */
function everythingOf(service: ReturnType<typeof createMockService>) {
  return [service.snapshot(), service.rules.list()];
}

/** Two sections, of which the second has one criterion twice. */
const sections = ["One", "Two"].map((sectionName, index) => ({
  sectionName,
  criterias: ["crit_1", `crit_${2 - index}`].map((criteriaId) => ({ criteriaId, question: "Was it?" })),
}));

const wrong: [what: string, data: SeedData, path: string][] = [
  ["an e-mail that is taken", { agents: [north, { name: "A", email: "ASHA.VERMA@example.com" }] }, "agents[1].email"],
  ["an e-mail twice", { agents: [north, north] }, "agents[1].email"],
  ["an id twice", { campaigns: ["A", "B"].map((name) => ({ id: "a", name })) }, "campaigns[1].id"],
  [
    "an outcome's label twice",
    { categories: [{ name: "A", possibleOutcomes: [{ label: "Won" }, { label: "Lost" }, { label: "Won" }] }] },
    "categories[0].possibleOutcomes[2].label",
  ],
  [
    "a criteriaId twice in a section",
    { categories: [{ name: "A", analysisPointers: sections }] },
    "categories[0].analysisPointers[1].criterias[1].criteriaId",
  ],
  [
    "a fieldName twice",
    { categories: [{ name: "A", extractionFields: [{ fieldName: "budget" }, { fieldName: "budget" }] }] },
    "categories[0].extractionFields[1].fieldName",
  ],
  ["an id that no address can have", { agents: [north], campaigns: [{ id: "..", name: "A" }] }, "campaigns[0].id"],
  ["a blank name", { agents: [north, { name: " ", email: "b@example.com" }] }, "agents[1].name"],
  [
    "a call of nobody",
    { agents: [north], calls: [{ memberId: "mem_1", categoryId: "cat_1", audio_url: "https://a.example/a.wav" }] },
    "calls[0].memberId",
  ],
  [
    "a rule of no category",
    { agents: [north], rules: [{ when: { match: { categoryId: "cat_1" } }, then: { end: { stall: true } } }] },
    "rules[0].when.match.categoryId",
  ],
  [
    "a rule that fits no category",
    { agents: [north], rules: [{ then: { end: { complete: { outcomeLabel: "None" } } } }] },
    "rules[0].then.end.complete.outcomeLabel",
  ],
  ["a rule without an instruction", { agents: [north], rules: [{ then: { end: {} } }] }, "rules[0].then.end"],
  ["a rule without an effect", { agents: [north], rules: [{ then: {} }] }, "rules[0].then"],
  ["an invalid time", { categories: [{ name: "A", createdAt: "yesterday" }] }, "categories[0].createdAt"],
  [
    "a section that is not there",
    { agents: [north], categories: [{ name: "A", targetingRules: [{ targetId: "sec_1" }] }] },
    "categories[0].targetingRules[0].targetId",
  ],
];

test("seed() with anything wrong adds nothing at all, and names the place", () => {
  const service = createMockService({ clock: { startAt: 0 } });
  const before = everythingOf(service);
  for (const [what, data, path] of wrong) {
    const seed = () => service.seed(data);
    expect(seed, what).toThrow(MockServiceError);
    expect(seed, what).toThrow(`${path}: `);
    expect(everythingOf(service), what).toEqual(before);
  }
});

test("a row that only the service can refuse takes back all rows before it, and the ids that they used", () => {
  const service = createMockService({ clock: { startAt: 0 } });
  const { agent } = known(service);
  const category = service.db.categories
    .list()
    .find(({ possibleOutcomes }) => possibleOutcomes.every(({ label }) => label !== "Demo booked"));
  const call = { memberId: agent.id, categoryId: category?.id ?? "", audio_url: "https://a.example/a.wav" };
  const before = everythingOf(service);
  expect(() =>
    service.seed({ agents: [north], calls: [call, { ...call, udfs: { "mock:outcome": "Demo booked" } }] }),
  ).toThrow("calls[1].");
  expect(everythingOf(service)).toEqual(before);
  service.seed({ agents: [north] });
  const again = createMockService({ clock: { startAt: 0 } });
  again.seed({ agents: [north] });
  expect(service.db.agents.list()).toEqual(again.db.agents.list());
});

test("a rule that fits no category of another organization takes back the rules before it", () => {
  const service = createMockService({ clock: { startAt: 0 }, keys: { "key-north": "North", "key-south": "South" } });
  const [, south] = service.db.organizations.list();
  const category = service.db.categories.list().find(({ organizationId }) => organizationId === south?.id);
  const before = everythingOf(service);
  const misfit = {
    when: { match: { categoryId: category?.id } },
    then: { end: { complete: { outcomeLabel: "None" } } },
  };
  expect(() => service.seed({ organization: "North", rules: [{ then: { end: { fail: true } } }, misfit] })).toThrow(
    "outcomeLabel: ",
  );
  expect(everythingOf(service)).toEqual(before);
});

test.each<[what: string, data: object, paths: string[]]>([
  [
    "shape",
    {
      agents: [{ name: "A", email: "a@example.com", rank: 1 }],
      rules: [{ times: 0, then: { respond: { status: 1 } } }],
    },
    ["agents[0].rank", "rules[0].times", "rules[0].then.respond.status"],
  ],
  [
    "content",
    {
      agents: [{ name: "A", email: "a" }],
      rules: [{ when: { match: { categoryId: "cat_1" } }, then: { end: { stall: true } } }],
    },
    ["agents[0].email", "rules[0].when.match.categoryId"],
  ],
  [
    "rule for a function",
    { agents: [{ name: "A", email: "a" }], rules: [{ then: { respond: "function" } }] },
    ["agents[0].email", "rules[0].then.respond"],
  ],
])("every place whose %s is wrong is named at once", (_, data, paths) => {
  const service = createMockService();
  const seed = () => service.seed(data);
  for (const path of paths) expect(seed).toThrow(`${path}: `);
});

test("seed() adds rules too, until the next reset", async () => {
  const service = createMockService({ progression: { mode: "immediate" } });
  service.seed({
    agents: [{ id: "mem_new", name: "New", email: "new@example.com" }],
    rules: [
      { when: { match: { memberId: "mem_new" } }, then: { end: { fail: "Nobody speaks." } } },
      { when: { operation: "listAgents" }, then: { respond: { status: 503 } } },
    ],
  });
  const callId = await createCall(service, { memberId: "new@example.com" });
  expect((await readAnalysis(service, callId)).status).toBe("failed");
  expect(service.rules.list().map(({ id }) => id)).toEqual(["rule-2", "rule-1"]);
  service.reset();
  expect([service.rules.list(), service.db.agents.get("mem_new")]).toEqual([[], undefined]);
});

test("a category with a name alone can be used for calls", async () => {
  const service = createMockService({ progression: { mode: "immediate" } });
  service.seed({ categories: [{ id: "cat_bare", name: "Bare" }] });
  const callId = await createCall(service, { categoryId: "cat_bare" });
  expect(await readAnalysis(service, callId)).toMatchObject({ status: "completed", analysis: { sections: [] } });
});

const agent = { id: "mem_1", name: "Asha", email: "asha@seeded.example" };

test("times of seeded rows are given back in UTC; those in UTC stay as they are", async () => {
  const service = createMockService({ scenario: "empty" });
  service.seed({
    agents: [
      { ...agent, createdAt: "2026-01-01T00:00:00+05:30" },
      { ...agent, id: "mem_2", email: "dev@seeded.example", createdAt: "2026-01-01T00:00:00Z" },
    ],
    categories: [
      { id: "cat_1", name: "Support", createdAt: "2026-01-01T00:00:00+05:30", updatedAt: "2026-01-02T00:00:00-01:00" },
    ],
  });
  const agents = (await ask<{ data: Fields[] }>(service, "GET /agents")).body.data;
  expect(agents.map(({ createdAt }) => createdAt)).toEqual(["2025-12-31T18:30:00.000Z", "2026-01-01T00:00:00Z"]);
  expect((await ask(service, "GET /categories/cat_1")).body.data).toMatchObject({
    createdAt: "2025-12-31T18:30:00.000Z",
    updatedAt: "2026-01-02T01:00:00.000Z",
  });
});

test("a time that is outside of four-digit years in UTC is refused", () => {
  const { seed } = createMockService();
  expect(() => seed({ agents: [{ ...agent, createdAt: "9999-12-31T23:59:59-12:00" }] })).toThrow(/years 0 to 9999/);
});

test.each(["", "asha.png", " https://images.example.com/asha.png"])(
  "the image %j is no address, and refused",
  (image) => {
    expect(() => createMockService().seed({ agents: [{ ...agent, image }] })).toThrow(/image: must be a URL/);
  },
);
