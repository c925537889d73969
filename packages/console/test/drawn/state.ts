/** The page "State", as it is drawn. A snapshot's way to a file and back is in `../journeys/state.ts`. */
import { screen, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createCall } from "../support/calls.ts";
import { chooseFile, clientOf, draw, drawable, fill, press, see } from "../support/draw.ts";

/** The dialog with a title, once it is there. */
async function dialogOf(name: string) {
  return within(await screen.findByRole("alertdialog", { name }));
}

test("a file that is no snapshot is refused, and nothing is replaced", async () => {
  const service = drawable();
  const callId = await createCall({ sdk: clientOf(service) });
  await draw("/fake/state", { service });
  await chooseFile("state.json", "RIFF");
  const dialog = await dialogOf("Replace the state?");
  await press("Replace");
  expect((await dialog.findByRole("alert")).textContent).toContain("JSON");
  await press("Cancel");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  const snapshot = await (await service.fetch("https://fake.test/__mock__/state")).json();
  await chooseFile("state.json", JSON.stringify({ ...snapshot, seed: "one" }));
  await dialogOf("Replace the state?");
  await press("Replace");
  expect((await screen.findByRole("alert")).textContent).toContain("seed: ");
  expect(service.db.calls.list().map(({ id }) => id)).toEqual([callId]);
});

test("a reset takes another scenario, and asks first", async () => {
  const service = await draw("/fake/state");
  await fill("Scenario", "empty");
  await press("Reset…");
  await press("Cancel");
  await waitFor(() => expect(screen.queryByRole("alertdialog", { name: "Reset the fake?" })).toBeNull());
  expect(service.db.agents.list()).toHaveLength(4);
  await press("Reset…");
  await press("Reset");
  await waitFor(() => expect(screen.getByRole("list", { name: "Organizations" }).textContent).toContain("agents0"));
  expect(service.db.agents.list()).toEqual([]);
});

test("data is added from JSON, and what is wrong with it is said", async () => {
  await draw("/fake/state");
  await fill("Data, as JSON", '{ "agents": [{ "name": "Asha" }] }');
  await press("Add");
  await see(/agents\[0\]\.email/);
  await fill("Data, as JSON", "{");
  await press("Add");
  await see(/is not JSON/);
  await fill("Data, as JSON", '{ "agents": [{ "name": "Zoya", "email": "zoya@example.com" }] }');
  await press("Add");
  await waitFor(() => expect(screen.getByRole("list", { name: "Organizations" }).textContent).toContain("agents5"));
});
