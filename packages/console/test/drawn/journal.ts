/** What the journal draws and does. Its journeys in a browser are in `../journeys/journal.ts`. */
import type { MockService } from "@call-analysis/mock";
import { fireEvent, screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { createCall } from "../support/calls.ts";
import { address, clientOf, draw, drawAgain, drawable, fill, press, see } from "../support/draw.ts";

let service: MockService;

/** The journal has three entries: what an application sends to create a call. */
beforeEach(async () => {
  service = drawable();
  await createCall({ sdk: clientOf(service) });
});

async function openEntry(operation: string): Promise<void> {
  fireEvent.click((await screen.findAllByRole("link", { name: operation }))[0] ?? document.body);
  await screen.findByRole("heading", { level: 2, name: operation });
}

async function entry(id: number): Promise<ReturnType<typeof within>> {
  return within(await screen.findByRole("article", { name: `Entry ${id}` }));
}

test("the search finds texts of bodies, and the next request of an operation is decided without an entry", async () => {
  const callId = await createCall({ sdk: clientOf(service) }, { name: "quote-0194", udfs: { crmId: 'no "7"' } });
  await draw("/fake/journal", { service });
  for (const text of [callId, "quote 0194.wav", 'no "7"']) {
    await fill("Search the journal", text);
    await see("1 of 6 entries");
  }
  await see(`· ${callId}`);
  await fill("Operation of the next request", "listAgents");
  await press("Fail the next");
  fireEvent.click(await screen.findByRole("menuitem", { name: "Status 503" }));
  await see("A rule waits for listAgents: it gets status 503");
});

test("a filter keeps the entry that is open", async () => {
  await draw("/fake/journal", { service });
  await openEntry("createCall");
  const before = address();
  await fill("Operation", "listAgents");
  await see("1 of 3 entries");
  expect(address()).toBe(`${before}?operation=listAgents`);
  expect(within(screen.getByRole("article")).getByRole("heading", { name: "createCall" })).toBeDefined();
});

test("filters are in the address, and the console's own requests are hidden until asked for", async () => {
  await clientOf(service)
    .calls.getAnalysis("nothing")
    .catch(() => {});
  const headers = { Authorization: "Bearer test-key", "x-mock-client": "console" };
  await service.fetch(`${service.addresses.baseUrl}/agents`, { headers });
  await draw("/fake/journal", { service });
  await see("4 of 5 entries");
  await press("Console’s requests", "checkbox");
  await see("5 entries");
  await fill("Status", "failed");
  await see("1 of 5 entries");
  expect(address()).toMatch(/console=true&status=failed|status=failed&console=true/);
  await drawAgain(service);
  await see("1 of 5 entries");
  await fill("Operation", "getCallAnalysis");
  await fill("Status", "202");
  await screen.findByRole("heading", { name: "No entry matches" });
  await press("Show every entry");
  await see("5 entries");
});

test("a refused request says why in its row and in its detail, and what was sent, without the key", async () => {
  const refused = drawable();
  const headers = { authorization: "Bearer wrong-4711", "x-note": "hello" };
  await refused.fetch(`${refused.addresses.baseUrl}/agent?page=2&api_key=wrong-4711`, { headers });
  await draw("/fake/journal", { service: refused });
  const reason = "The path /v1/agent does not exist.";
  expect((await screen.findByRole("row", { name: /No operation/ })).textContent).toContain(reason);
  await openEntry("No operation");
  const article = within(screen.getByRole("article"));
  await article.findByText(reason);
  await article.findByText("?page=2&api_key=[removed]");
  await article.findByText("authorization: [removed]");
  await article.findByText("x-note: hello");
  expect(document.body.textContent).not.toContain("4711");
});

test("a journal that has the console's requests alone says that they are hidden, and shows them", async () => {
  const own = drawable();
  const headers = { Authorization: "Bearer test-key", "x-mock-client": "console" };
  await own.fetch(`${own.addresses.baseUrl}/agents`, { headers });
  await draw("/fake/journal", { service: own });
  await screen.findByRole("heading", { name: "1 request is hidden" });
  await press("Show the console’s requests");
  await screen.findByRole("link", { name: "listAgents" });
});

test("a request is sent again with a key of its organization, and the new entry is selected", async () => {
  await draw("/fake/journal", { service });
  await openEntry("createCall");
  await press("Replay");
  const again = await entry(4);
  await again.findByText("202");
  expect(await again.findAllByText("replay of entry 3")).toHaveLength(2);
  expect(address()).toMatch(/journal\/4/);
  expect(service.db.calls.list()).toHaveLength(2);
});

test("a request of another organization is sent again as that organization", async () => {
  const north = drawable({ keys: { "key-north": "North", "key-south": "South" } });
  const { baseUrl } = north.addresses;
  await north.fetch(`${baseUrl}/agents`, { headers: { Authorization: "Bearer key-south" } });
  await north.fetch(`${baseUrl}/categories`);
  await draw("/fake/journal", { service: north });
  await openEntry("listAgents");
  await press("Replay");
  await (await entry(3)).findByText("South");
  await openEntry("listCategories");
  await press("Replay");
  await (await entry(4)).findByText("401");
});

test("a request that meets a broken connection when it is sent again shows that it did", async () => {
  service.faults.inject({ operation: "createCall", network: "reset", times: 1 });
  await draw("/fake/journal", { service });
  await openEntry("createCall");
  await press("Replay");
  expect(await (await entry(4)).findAllByText("connection reset")).not.toEqual([]);
});

test("a request that never gets a response can be given up", async () => {
  service.hold("createCall");
  await draw("/fake/journal", { service });
  await openEntry("createCall");
  await press("Replay");
  await screen.findByText("1 request is held");
  await press("Stop waiting");
  await (await entry(4)).findByText("no response");
});

test("a journal that was cleared begins again", async () => {
  await draw("/fake/journal", { service });
  await openEntry("createCall");
  await press("Clear…");
  await press("Clear 3 entries");
  await screen.findByRole("heading", { name: "This entry is not in the journal" });
  await clientOf(service).categories.list();
  await screen.findByRole("link", { name: "listCategories" });
  await waitFor(() => expect(screen.getAllByRole("row")).toHaveLength(2));
});

test("an open journal drops the entries that the fake drops, however many it keeps", async () => {
  const small = drawable({ journal: { maxEntries: 2 } });
  await createCall({ sdk: clientOf(small) });
  await draw("/fake/journal", { service: small });
  await screen.findByRole("link", { name: "createCall" });
  await clientOf(small).categories.list();
  const rows = () => screen.getAllByRole("row").slice(1);
  const operations = () => rows().map((row) => within(row).getByRole("link").textContent);
  await waitFor(() => expect(operations()).toEqual(["listCategories", "createCall"]));
});

test("an entry says which faults it met", async () => {
  service.faults.inject({ operation: "createCall", status: 503, latencyMs: 5, times: 1 });
  await createCall({ sdk: clientOf(service) }).catch(() => {});
  await draw("/fake/journal", { service });
  await openEntry("createCall");
  const article = within(screen.getByRole("article"));
  await article.findByText("No call was created. Late, status 503, by rule-1.");
  await article.findByText("late");
});

test("an entry says that a call was created whose response was lost, and leads to it", async () => {
  service.faults.inject({ operation: "createCall", network: "error", when: "after", times: 1 });
  await createCall({ sdk: clientOf(service) }).catch(() => {});
  const created = service.db.calls.list()[1]?.id ?? "";
  await draw("/fake/journal", { service });
  await screen.findByRole("row", { name: /Response lost after the call was created\. By rule-1\./ });
  await openEntry("createCall");
  const [reason] = await screen.findAllByRole("link", { name: created });
  expect(reason?.parentElement?.textContent).toContain("Response lost after the call was created.");
  fireEvent.click(reason ?? document.body);
  await waitFor(() => expect(address()).toBe(`/calls/${created}`));
});

test("an entry’s client is its User-Agent", async () => {
  const headers = { Authorization: "Bearer test-key", "user-agent": "my-worker/2.1" };
  await service.fetch(`${service.addresses.baseUrl}/agents`, { headers });
  await draw("/fake/journal", { service });
  await fill("Client", "my-worker/2.1");
  await see("1 of 4 entries");
  expect(await screen.findAllByText("my-worker/2.1")).not.toEqual([]);
});

test("the next request of an operation fails, and the one after passes", async () => {
  await draw("/fake/journal", { service });
  await openEntry("createCall");
  await press("Fail the next");
  fireEvent.click(await screen.findByRole("menuitem", { name: "Status 500" }));
  await see("A rule waits for createCall: it gets status 500");
  await press("Replay");
  await (await entry(4)).findByText("500");
  await press("Replay");
  await (await entry(5)).findByText("202");
});

test("holding the next request asks which: all until you release them, or those with a field", async () => {
  await draw("/fake/journal", { service });
  await openEntry("createCall");
  await press("Hold the next");
  expect(service.rules.list()).toEqual([]);
  fireEvent.click(await screen.findByRole("menuitem", { name: "Only requests with a field…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add a rule" }));
  expect(dialog.getByLabelText<HTMLSelectElement>("What happens").value).toBe("hold");
  fireEvent.click(dialog.getByRole("button", { name: "Add" }));
  await see("The next createCall will be held.");
  expect(address()).toBe("/fake/journal/3");
  const held = createCall({ sdk: clientOf(service) });
  const list = within(await screen.findByRole("region", { name: "Held requests" }));
  await list.findByText("POST /v1/calls");
  await press("Release");
  await held;
  await openEntry("createCall");
  await see(/^Held for .* by rule-1\.$/);
  await press("Hold the next");
  fireEvent.click(await screen.findByRole("menuitem", { name: "Until you release it" }));
  await press("Cancel the hold");
  await waitFor(() => expect(service.rules.list()).toEqual([]));
});
