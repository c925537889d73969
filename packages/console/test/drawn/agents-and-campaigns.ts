/** Agents and campaigns, as they are drawn. The journey of a CSV in a browser is in `campaigns.built.test.ts`. */
import type { MockService } from "@call-analysis/mock";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { chooseFile, clientOf, draw, drawable, fill, insteadOf, press, see } from "../support/draw.ts";

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
  await see("Write the agent's full name.");
  await fill("Full name", "Nadia <b>Okafor</b>");
  await fill("E-mail", "nowhere");
  await see("This is no e-mail address.");
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
  await screen.findByRole("dialog", { name: "Delete Nadia Okafor?" });
  await press("Delete");
  await waitFor(() => expect(emails()).not.toContain("nadia@example.com"));
  await waitFor(() => expect(screen.queryByRole("link", { name: /Nadia/ })).toBeNull());
});

test("a file that has other columns is refused, and what it has is said", async () => {
  await draw("/campaigns");
  await screen.findByLabelText("Phone");
  await chooseFile("wrong.csv", "first,mobile\nRavi,98111\n", "text/csv");
  await see("lacks “name” and “phone”. It has “first”, “mobile”.");
});

/** The bodies of the requests to add a prospect that the fake has had. */
function sent(service: MockService): unknown[] {
  return service.journal
    .entries()
    .filter(({ operation }) => operation === "addProspect")
    .map(({ request }) => request.content);
}

test("one prospect is added with a further field", async () => {
  const service = await draw("/campaigns");
  await press("Add prospect");
  await see("Write the prospect's name.");
  await fill("Name", "Ravi Kumar");
  await fill("Phone", "+919812345678");
  await press("Add a field");
  await fill("Name of field 1", "city");
  await fill("Value of field 1", "Pune");
  await press("Add prospect");
  await see(/^Added\./);
  expect(sent(service)).toEqual([{ name: "Ravi Kumar", phone: "+919812345678", city: "Pune" }]);
});

test("a prospect that nobody waited for is uncertain, and is not sent again", async () => {
  const service = drawable();
  service.hold("addProspect");
  await draw("/campaigns", { service });
  await fill("Name", "Ravi Kumar");
  await fill("Phone", "+919812345678");
  await press("Add prospect");
  await press("Stop waiting");
  await see("It is uncertain whether the prospect was added. You have stopped waiting.");
  await press("Add prospect");
  await see("It is not sent again");
  expect(service.journal.entries().filter(({ operation }) => operation === "addProspect")).toHaveLength(1);
});

test("what concerns every prospect stops the sending, which goes on when asked", async () => {
  const service = drawable();
  const rows = Array.from({ length: 20 }, (_, index) => `Person ${index},98${1_000 + index}`);
  service.faults.inject({ operation: "addProspect", status: 403, times: 4 });
  await draw("/campaigns", { service });
  await screen.findByLabelText("Phone");
  await chooseFile("twenty.csv", ["name,phone", ...rows].join("\n"));
  await press("Send 20 prospects");
  expect((await screen.findByRole("alert")).textContent).toContain("PermissionDeniedError");
  await press(/^Send the other \d+ prospects$/);
  await see("20 added");
});
