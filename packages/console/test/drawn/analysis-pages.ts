/** A call, two of them compared, and categories, as they are drawn. Their journeys in a browser are in `../*.built.test.ts`. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { createCall } from "../support/calls.ts";
import { address, clientOf, draw, drawAgain, drawable, insteadOf, openChoices, press, see } from "../support/draw.ts";

test.for([
  ["a call", "/calls/call_nowhere"],
  ["a category", "/categories/nowhere"],
])("an id that %s does not have gives an error that can be retried", async ([, path]) => {
  await draw(path ?? "");
  expect((await screen.findByRole("alert")).textContent).toContain("NotFoundError");
  await screen.findByRole("button", { name: "Retry" });
});

test("only the differences of two calls are shown when asked, and the address has it", async () => {
  const service = drawable();
  const [a, b] = [await completed(service, 90), await completed(service, 40)];
  await draw(`/compare?a=${a}&b=${b}`, { service });
  await screen.findAllByText("worse");
  const all = screen.getAllByRole("listitem").length;
  const same = screen.getAllByText("same").length;
  await press("Only differences", "checkbox");
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(all - same));
  expect(address()).toContain("differences=true");
});

async function completed(service: ReturnType<typeof drawable>, score: number): Promise<string> {
  const callId = await createCall({ sdk: clientOf(service) });
  service.engine.complete(callId, { score });
  return callId;
}

test("calls of different categories say that only score and outcome can be compared", async () => {
  const service = drawable();
  const sdk = clientOf(service);
  const ids = [await createCall({ sdk }, { category: 0 }), await createCall({ sdk }, { category: 1 })];
  for (const id of ids) service.engine.complete(id);
  await draw(`/compare?a=${ids[0]}&b=${ids[1]}`, { service });
  await see("no section in common");
});

test("calls to compare are chosen on the page, and a call that is not there gives an error", async () => {
  const service = drawable();
  const id = await completed(service, 90);
  await draw("/compare", { service });
  await screen.findByRole("heading", { name: "Choose two calls" });
  const [choice] = await openChoices("Call 1, the baseline");
  fireEvent.click(choice ?? document.body);
  await waitFor(() => expect(address()).toContain(`a=${id}`));
  await drawAgain(service, `/compare?a=${id}&b=call_nowhere`);
  expect((await screen.findByRole("alert")).textContent).toContain("NotFoundError");
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
