/** A call, trends, and categories, as they are drawn. Their journeys in a browser are in `../journeys/`. */
import { fireEvent, screen, waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createCall } from "../support/calls.ts";
import { clientOf, draw, drawable, fill, insteadOf, press, see } from "../support/draw.ts";

test("an id that no category has gives an error that can be retried", async () => {
  await draw("/categories/nowhere");
  expect((await screen.findByRole("alert")).textContent).toContain("NotFoundError");
  await screen.findByRole("button", { name: "Retry" });
});

test("a call that is not there is said in plain words, with a way back", async () => {
  await draw("/calls/call_nowhere");
  await screen.findByRole("heading", { name: "There is no such call" });
  await press("All calls", "link");
  await screen.findByRole("heading", { level: 1, name: "Calls" });
});

test("an open call that is lost says that it is gone", async () => {
  const service = drawable();
  const id = await completed(service, 90);
  await draw(`/calls/${id}`, { service });
  await screen.findByText("Score");
  await service.fetch("https://fake.test/__mock__/reset", { method: "POST", body: "{}" });
  await screen.findByRole("heading", { name: "This call is gone" });
});

test("a call under way is completed with a score and an outcome", async () => {
  const service = drawable();
  const id = await createCall({ sdk: clientOf(service) });
  await draw(`/calls/${id}`, { service });
  await see("Changes when it is polled: 1 more poll.");
  await press("Poll now");
  await screen.findByText("pending");
  expect(service.journal.find({ callId: id })).toMatchObject([{ client: "console", status: 200 }]);
  await fill("Score", "150");
  await press("Complete");
  await see("must be from 0 to 100");
  await fill("Score", "87.5");
  await screen.findByRole("option", { name: "Trial started" });
  await fill("Outcome", "Trial started");
  await press("Complete");
  await screen.findByText("87.5");
});

test("a call under way fails for a reason, and a score that is no number is refused", async () => {
  const service = drawable({ progression: { mode: "manual" } });
  const id = await createCall({ sdk: clientOf(service) });
  await draw(`/calls/${id}`, { service });
  await see("Stays so until you finish it below.");
  await fill("Score", "a lot");
  await press("Complete");
  await waitFor(() => expect(screen.getByLabelText("Score").getAttribute("aria-invalid")).toBe("true"));
  await fill("Reason", "The line was dead.");
  await press("Fail");
  await screen.findByText("The analysis ended without a result");
  await see("The line was dead.");
});

test("each moment of a criterion stands there once, and its reason once", async () => {
  const service = drawable();
  const id = await completed(service, 40);
  const { analysis } = await clientOf(service).calls.getAnalysis(id);
  await draw(`/calls/${id}`, { service });
  const criteria = (analysis?.sections ?? []).flatMap(({ criterias }) => criterias);
  const withMoment = criteria.find(({ result, rationale }) => result === "No" && /\d\d:\d\d/.test(`${rationale}`));
  const missed = await screen.findByRole("button", { name: withMoment?.question ?? "none" });
  fireEvent.click(missed);
  const row = document.activeElement;
  expect(row?.querySelectorAll("button")).toHaveLength(1);
  const text = screen.getByRole("main").textContent;
  for (const { rationale } of criteria) expect(text.split(rationale ?? "")).toHaveLength(2);
  expect(analysis?.areasForImprovement).not.toEqual([]);
  for (const advice of (analysis?.areasForImprovement ?? []) as string[]) expect(text).toContain(advice);
});

async function completed(service: ReturnType<typeof drawable>, score: number): Promise<string> {
  const callId = await createCall({ sdk: clientOf(service) });
  service.engine.complete(callId, { score });
  return callId;
}

test("a call under way shows what it was created with, and a completed one does too", async () => {
  const service = drawable({ progression: { mode: "manual" } });
  const id = await createCall({ sdk: clientOf(service) }, { udfs: { crmId: "84113" } });
  await draw(`/calls/${id}`, { service });
  const texts = ["https://recordings.example.com/call-0193.wav", '{ "crmId": "84113" }'];
  for (const text of texts) await see(text);
  await press("Complete");
  await screen.findByText("Score", { selector: "p" });
  for (const text of texts) await see(text);
  await press("Requests of this call", "link");
  await see("1 of 3 entries");
});

test("a call that changes with time is moved on, also by a clock that stands still", async () => {
  const progression = { mode: "time", processingMs: 60_000, pendingMs: 60_000 } as const;
  const service = drawable({ progression, clock: { startAt: "2026-11-29T09:00:00Z" } });
  await draw(`/calls/${await createCall({ sdk: clientOf(service) })}`, { service });
  await see(/^Changes at .* by the fake’s clock, which stands still until you move it\.$/);
  await press("Move the clock there");
  await screen.findByText("pending");
});

test("a criterion of the trends shows its calls beside the table, read with few requests", async () => {
  const service = drawable();
  const [[agent], [category]] = [service.db.agents.list(), service.db.categories.list()];
  const people = { memberId: agent?.id ?? "", categoryId: category?.id ?? "" };
  const call = { ...people, audio_url: "https://recordings.example.com/call.wav" };
  service.seed({ calls: Array.from({ length: 201 }, () => call) });
  const asked: string[] = [];
  const fetch = insteadOf(service, "/calls?", (url) => void asked.push(url));
  await draw("/trends", { service, fetch });
  await see("From the newest 200 calls.");
  expect(asked.filter((url) => url.includes("analyses=all"))).toHaveLength(4);
  const table = await screen.findByRole("table", { name: "Criteria" });
  const [question] = table.querySelectorAll("tbody button");
  fireEvent.click(question ?? table);
  const list = await screen.findByRole("list", { name: `Calls: ${question?.textContent}` });
  expect(list.querySelectorAll("li")).toHaveLength(50);
  expect(table.isConnected).toBe(true);
});

test("scores over time are those of each agent, or of each category, and a table has every average", async () => {
  const service = drawable();
  for (const [index, score] of [90, 40].entries()) {
    const id = await createCall({ sdk: clientOf(service) }, { agent: index, category: index });
    service.engine.complete(id, { score });
  }
  await draw("/trends", { service });
  const [first, second] = service.db.agents.list();
  for (const { name } of [first, second].filter((agent) => agent !== undefined))
    await screen.findByRole("img", { name: `Scores over time: ${name}` });
  await press("By category");
  const category = service.db.categories.list()[1];
  await screen.findByRole("img", { name: `Scores over time: ${category?.name}` });
  const averages = screen.getByRole("region", { name: "Averages" });
  expect(averages.textContent).toMatch(/90.*40|40.*90/);
});

test("a category's whole configuration can be read", async () => {
  const service = drawable();
  const [{ id = "" } = {}] = service.db.categories.list();
  const category = await clientOf(service).categories.get(id);
  await draw(`/categories/${id}`, { service });
  await screen.findByText(category.extractionFields[0]?.fieldName ?? "");
  const parts = [
    category.intendedPurpose,
    category.additionalLLMContext,
    ...category.analysisPointers.flatMap(({ sectionName, criterias }) => [
      sectionName,
      ...criterias.map(({ question }) => question),
    ]),
    ...category.possibleOutcomes.flatMap(({ label, description }) => [label, description]),
    ...category.extractionFields.flatMap(({ displayName, description }) => [displayName, description]),
    ...category.tagTargets.map(({ slug }) => slug),
  ];
  const text = screen.getByRole("main").textContent;
  for (const part of parts) expect(text).toContain(part);
});

test("a category shows what its seed says besides: what outcomes imply, texts, and answers", async () => {
  const service = drawable();
  const text = "The agent named the price.\n\nThe customer repeated it at {time}.";
  const outcome = {
    label: "Sold",
    implies: { price: "met" as const },
    rationale: ["They agreed."],
    summary: ["A sale."],
  };
  const criterion = {
    criteriaId: "price",
    question: "Was it named?",
    answers: ["1", "2"],
    rationales: { met: [text] },
  };
  service.seed({
    categories: [
      {
        id: "cat_seeded",
        name: "Seeded",
        observations: ["It was loud."],
        possibleOutcomes: [outcome],
        analysisPointers: [{ sectionName: "Price", criterias: [criterion] }],
      },
    ],
  });
  await draw("/categories/cat_seeded", { service });
  await screen.findByText("Sold");
  const shown = screen.getByRole("main").textContent;
  for (const part of ["implies", "price met", "They agreed.", "A sale.", "answers", text, "It was loud."])
    expect(shown).toContain(part);
});

test("fields that the specification does not have are shown as they are, and markup is text", async () => {
  const service = drawable();
  const [{ id = "" } = {}] = service.db.categories.list();
  const category = await clientOf(service).categories.get(id);
  const hostile = '<img src=x onerror="document.title=1">';
  const data = { ...category, name: hostile, retention: { days: 30, note: hostile } };
  const fetch = insteadOf(service, `/view/v1/categories/${id}`, () => Response.json({ data }));
  await draw(`/categories/${id}`, { service, fetch });
  await screen.findByRole("heading", { level: 1, name: hostile });
  await screen.findByRole("heading", { name: "Other fields" });
  await screen.findByText("retention");
  expect(document.querySelectorAll("main img")).toHaveLength(0);
});
