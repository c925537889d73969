/** Agents and campaigns, as they are drawn. */
import type { Prospect } from "@call-analysis/sdk";
import { screen, waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { address, clientOf, draw, drawable, fill, insteadOf, press, see } from "../support/draw.ts";

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

test("when a page cannot be read again, what was read stays, and the page says that it may be out of date", async () => {
  const service = drawable();
  let isAway = false;
  const away = () => (isAway ? Response.error() : undefined);
  await draw("/agents", { service, fetch: insteadOf(service, "/view/v1/agents", away) });
  const [agent] = service.db.agents.list();
  const name = await screen.findByRole("link", { name: new RegExp(agent?.name ?? "") });
  isAway = true;
  // An event of the fake makes the page read again.
  await clientOf(service).agents.create({ name: "Nadia Okafor", email: "nadia@example.com" });
  await see("It may be out of date.");
  expect(name.isConnected).toBe(true);
  isAway = false;
  await press("Retry");
  await screen.findByRole("link", { name: /Nadia Okafor/ });
});

test("an agent is created with what the service takes, renamed and deleted, and names are texts", async () => {
  const service = drawable();
  const [known] = service.db.agents.list();
  const emails = () => service.db.agents.list().flatMap(({ email, isActive }) => (isActive ? [email] : []));
  await draw("/agents", { service });
  await press("New agent");
  await press("Create");
  await waitFor(() => expect(screen.getByLabelText("Full name").getAttribute("aria-invalid")).toBe("true"));
  await fill("Full name", "Nadia <b>Okafor</b>");
  await fill("E-mail", known?.email ?? "");
  await press("Create");
  await see("The service refused it");
  expect(screen.getByLabelText("E-mail").getAttribute("aria-invalid")).toBe("true");
  await fill("E-mail", "nadia@example.com");
  await press("Create");
  await screen.findByRole("link", { name: /Nadia <b>Okafor<\/b>/ });
  await press("Change Nadia <b>Okafor</b>");
  await fill("Full name", "Nadia Okafor");
  await press("Save");
  await screen.findByRole("link", { name: /Nadia Okafor/ });
  expect(emails()).toContain("nadia@example.com");
  await press("Delete Nadia Okafor");
  await screen.findByRole("alertdialog", { name: "Delete Nadia Okafor?" });
  await press("Delete");
  await waitFor(() => expect(emails()).not.toContain("nadia@example.com"));
  await waitFor(() => expect(screen.queryByRole("link", { name: /Nadia/ })).toBeNull());
});

test("prospects that a client adds appear by themselves, the newest first, with all of their fields as texts", async () => {
  const service = await draw("/campaigns");
  await screen.findByRole("heading", { name: "No prospects yet" });
  const [campaign] = service.db.campaigns.list();
  const add = (fields: Prospect) => clientOf(service).campaigns.addProspect(campaign?.id ?? "", fields);
  await add({ name: "Ravi Kumar", phone: "+919812345678", city: "Pune" });
  await add({ name: "Nadia <b>Okafor</b>", phone: "+2348012345678", visits: 3 });
  await screen.findByRole("row", { name: /Nadia <b>Okafor<\/b>.*visits: 3.*\+2348012345678/ });
  const [, first, second] = screen.getAllByRole("row");
  expect(first?.textContent).toContain("Nadia");
  expect(second?.textContent).toContain(`city: "Pune"+919812345678${campaign?.name}`);
});

test("the prospects of one campaign are shown when it is chosen, and the address has it", async () => {
  const service = drawable();
  service.seed({ campaigns: [{ id: "spring", name: "Spring" }] });
  const sdk = clientOf(service);
  for (const { id, name } of service.db.campaigns.list())
    await sdk.campaigns.addProspect(id, { name: `For ${name}`, phone: "+919812345678" });
  await draw("/campaigns", { service });
  await see("2 prospects");
  await fill("Campaign", "spring");
  await see("1 of 2 prospects");
  await screen.findByRole("row", { name: /For Spring/ });
  expect(address()).toContain("campaign=spring");
});
