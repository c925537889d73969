// @vitest-environment jsdom
/** What the pages for people who analyse calls draw and do. Their journeys in a browser are in the `*.built.test.ts`. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { createCall } from "./support/calls.ts";
import { address, clientOf, draw, drawAgain, drawable, fill, press, see } from "./support/draw.ts";

/** Creates calls, every third of which has failed. */
async function createCalls(count: number) {
  const service = drawable();
  for (let index = 0; index < count; index += 1) {
    const callId = await createCall({ sdk: clientOf(service) }, { name: `call-${index}` });
    if (index % 3 === 2) service.engine.fail(callId);
    else service.engine.complete(callId);
  }
  return service;
}

test("filters and sorting are in the address", async () => {
  const service = await createCalls(5);
  await draw("/calls", { service });
  await fill("Status", "failed");
  await press("Call");
  await see("1 of 5 calls");
  expect(address()).toMatch(/status=failed.*sort=-recording/);
  await drawAgain(service);
  await see("1 of 5 calls");
});

test("a call that another client creates appears by itself, and moves on", async () => {
  const service = await draw("/calls");
  await screen.findByRole("heading", { name: "No calls yet" });
  const callId = await createCall({ sdk: clientOf(service) });
  await screen.findByRole("row", { name: /call-0193\.wav.*processing/ });
  service.engine.complete(callId);
  await screen.findByRole("row", { name: /call-0193\.wav.*completed/ });
});

test("the dialog of a new call can be cancelled", async () => {
  const service = await draw("/calls");
  await press("New call");
  await press("Cancel");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(service.db.calls.list()).toEqual([]);
});

test("a form that is not complete says what is missing", async () => {
  await draw("/calls");
  await press("New call");
  await press("Analyse");
  expect((await screen.findByRole("alert")).textContent).toContain("Choose a recording.");
});

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

test("an error that is about no field says its class and status", async () => {
  const service = drawable();
  service.faults.inject({ operation: "createAgent", status: 503 });
  await draw("/agents", { service });
  await press("New agent");
  await fill("Full name", "Nadia Okafor");
  await fill("E-mail", "nadia@example.com");
  await press("Create");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("ServerError503");
});

test("a file that has other columns is refused, and what it has is said", async () => {
  await draw("/campaigns");
  await screen.findByLabelText("Phone");
  const file = new File(["first,mobile\nRavi,98111\n"], "wrong.csv", { type: "text/csv" });
  fireEvent.change(document.querySelector("input[type=file]") ?? document.body, { target: { files: [file] } });
  await see("lacks “name” and “phone”. It has “first”, “mobile”.");
});
