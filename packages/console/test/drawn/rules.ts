/** The page of rules, as it is drawn and used. Its journey in a browser is in `../journeys/rules.ts`. */
import type { Fault } from "@call-analysis/mock";
import { fireEvent, screen, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createCall } from "../support/calls.ts";
import { address, clientOf, draw, drawable, fill, press, see } from "../support/draw.ts";

/** The rules that are listed, by their ids. */
function listed(): string[] {
  const list = screen.queryByRole("list", { name: "Rules" });
  return list ? [...list.querySelectorAll(":scope > li > div > p > code")].map(({ textContent }) => textContent) : [];
}

async function rowOf(id: string): Promise<HTMLElement> {
  const row = (await screen.findByText(id, { selector: "code" })).closest("li");
  if (!row) throw new Error(`${id} has no row.`);
  return row;
}

test("every kind of rule is one list in matching order, and says in words what it does", async () => {
  const service = drawable();
  const [agent] = service.db.agents.list();
  const [category] = service.db.categories.list();
  service.faults.inject({ operation: "createCall", match: { memberId: agent?.id ?? "" }, network: "reset" });
  service.faults.inject({ latencyMs: 300, probability: 0.2, skip: 2 });
  service.faults.inject({ upload: { bytesPerSecond: 250_000 }, times: 3 });
  service.hold("getCategory");
  service.use("listAgents", () => ({ data: [] }));
  service.engine
    .when({ categoryId: category?.id ?? "" })
    .complete({ score: 91 })
    .afterPolls(2);
  await draw("/fake/rules", { service });
  await see("is 300 ms late");
  expect(listed()).toEqual(["rule-6", "rule-5", "rule-4", "rule-3", "rule-2", "rule-1"]);
  const texts = [
    ["rule-6", "a call is created", `categoryId = ${category?.name}`, "it completes after 2 polls with score 91"],
    ["rule-5", "listAgents", "gets the result of a function in your test"],
    ["rule-4", "getCategory", "is held until you release it", "0 held"],
    ["rule-3", "uploadRecording", "uploads 250,000 bytes per second", "used 0 of 3, 3 left"],
    ["rule-2", "any request", "the next 2 pass", "with probability 0.2"],
    ["rule-1", "createCall", `memberId = ${agent?.name}`, "gets its connection reset", "not used yet"],
  ] as const;
  for (const [id, ...parts] of texts) {
    const { textContent } = await rowOf(id);
    for (const part of parts) expect(textContent).toContain(part);
  }
  const [place] = screen.getAllByRole("navigation", { name: "Pages" });
  expect(within(place ?? document.body).getByRole("link", { name: /^Rules/ }).textContent).toContain("Rules6");
});

test("a rule that meets one above it on the same requests says so", async () => {
  const service = drawable();
  service.faults.inject({ operation: "createCall", status: 500 });
  service.faults.inject({ operation: "createCall", match: { memberId: "asha@example.com" }, status: 503 });
  service.faults.inject({ operation: "listAgents", latencyMs: 5 });
  service.faults.inject({ network: "reset" });
  for (const udfs of [{ vip: true }, { crm: { id: 7 } }, { vip: false }])
    service.faults.inject({ operation: "getCallAnalysis", match: { udfs }, status: 502 });
  await draw("/fake/rules", { service });
  await waitFor(() => expect(listed()).toHaveLength(7));
  expect((await rowOf("rule-5")).textContent).not.toContain("rule-7");
  expect((await rowOf("rule-5")).textContent).toContain("rule-6 applies first to the same requests.");
  expect((await rowOf("rule-3")).textContent).toContain("A request that also matches rule-4 gets both effects.");
  fireEvent.click(within(await rowOf("rule-4")).getByRole("button", { name: "Remove" }));
  await see("rule-2 applies first to the same requests.");
});

test("a rule is switched off and on, and removed; all are removed once it is asked for", async () => {
  const service = drawable();
  for (const status of [500, 502, 503]) service.faults.inject({ operation: "listAgents", status });
  await draw("/fake/rules", { service });
  await waitFor(() => expect(listed()).toEqual(["rule-3", "rule-2", "rule-1"]));
  fireEvent.click(screen.getByRole("switch", { name: "rule-3 is on" }));
  await see("switched off");
  await expect(clientOf(service).agents.list()).rejects.toMatchObject({ status: 502 });
  fireEvent.click(screen.getByRole("switch", { name: "rule-3 is on" }));
  await waitFor(() => expect(screen.queryByText(/switched off/)).toBeNull());
  fireEvent.click(within(await rowOf("rule-2")).getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(listed()).toEqual(["rule-3", "rule-1"]));
  await press("Remove all…");
  await screen.findByRole("alertdialog", { name: "Remove all 2 rules?" });
  expect(service.rules.list()).toHaveLength(2);
  await press("Remove all");
  await screen.findByRole("heading", { name: "No rules: every request gets its normal response" });
});

test("the form stays while it is sent, and can be given up: then it says that nobody knows", async () => {
  const service = drawable();
  const neverAnswers: typeof fetch = (input, init) => {
    if (init?.method !== "POST") return service.fetch(input, init);
    return new Promise((_, reject) => init.signal?.addEventListener("abort", reject));
  };
  await draw("/fake/rules?new=true&operation=listAgents", { service, fetch: neverAnswers });
  await press("Add");
  await screen.findByText("Waiting for the response…");
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  await press("Stop waiting");
  expect((await screen.findByRole("alert")).textContent).toContain("the request may still have succeeded");
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("what the fake refuses of a failure is said at the field", async () => {
  await draw("/fake/rules?new=true&operation=createCall");
  await fill("Status", "99");
  await fill("Probability", "often");
  await press("Add");
  await see("must be a whole number from 200 to 599");
  await see("must be a number greater than 0");
  expect(screen.getByLabelText("Status").getAttribute("aria-invalid")).toBe("true");
});

test("a sequence is entered row by row, applies in order, and shows which steps are over", async () => {
  const service = await draw("/fake/rules?new=true&operation=listAgents");
  await fill("What happens", "sequence");
  await press("Add a step");
  await press("Add a step");
  const steps = screen.getAllByRole("group", { name: /^Request \d/ });
  const fieldOf = (index: number, label: string) => within(steps[index] ?? document.body).getByLabelText(label);
  const inStep = (index: number, label: string, value: string) =>
    fireEvent.change(fieldOf(index, label), { target: { value } });
  inStep(1, "Status", "429");
  inStep(1, "Retry-After in seconds", "soon");
  inStep(2, "How", "pass");
  await press("Add");
  await see("must be a whole number of seconds");
  expect(fieldOf(1, "Retry-After in seconds").getAttribute("aria-invalid")).toBe("true");
  inStep(1, "Retry-After in seconds", "1");
  await press("Add");
  const row = await rowOf("rule-1");
  expect(service.rules.list()[0]?.then).toEqual({
    sequence: [{ respond: { status: 503 } }, { respond: { status: 429, retryAfter: 1 } }, "pass"],
  });
  await expect(clientOf(service).agents.list()).rejects.toMatchObject({ status: 503 });
  await within(row).findByText(/used 1 of 3, 2 left/);
  expect([...row.querySelectorAll("s")].map(({ textContent }) => textContent)).toEqual(["gets status 503"]);
});

test("a call ends by a rule for its category, and the form says what the fake refuses of it", async () => {
  const service = drawable();
  const [, category] = service.db.categories.list();
  await draw("/fake/rules", { service });
  await press("Add a rule");
  await fill("What happens", "end");
  await press("Only requests with a field…");
  await fill("Field", "categoryId");
  await fill("Value", category?.id ?? "");
  await fill("Score", "a lot");
  await fill("When it ends", "afterMs");
  await fill("Milliseconds", "-1");
  await press("Add");
  await waitFor(() => expect(screen.getByLabelText("Score").getAttribute("aria-invalid")).toBe("true"));
  await fill("Score", "91");
  await fill("When it ends", "afterPolls");
  await fill("Polls", "0");
  await fill("Outcome", "Nobody knows this outcome");
  await press("Add");
  await see("is not an outcome of the category");
  expect(screen.getByLabelText("Outcome").getAttribute("aria-invalid")).toBe("true");
  await fill("Outcome", "");
  await press("Add");
  await see("it completes after 0 polls with score 91");
  const sdk = clientOf(service);
  const { analysis } = await sdk.calls.getAnalysis(await createCall({ sdk }, { agent: 1, category: 1 }));
  expect(analysis?.score).toBe(91);
  await press("Edit");
  await fill("How it ends", "fail");
  await fill("Reason", "The recording is silent.");
  await press("Save");
  await see("it fails after 0 polls: The recording is silent.");
  const callId = await createCall({ sdk }, { agent: 1, category: 1 });
  expect(service.engine.inspect(callId)).toMatchObject({ end: "failed", failureReason: "The recording is silent." });
});

test("a request of a prospect is held by its own fields, counted, and released", async () => {
  const service = await draw("/fake/rules?new=true");
  await fill("What happens", "hold");
  await fill("Operation", "addProspect");
  await press("Only requests with a field…");
  await fill("Field", "city");
  await press("Add");
  await see("needs a value");
  await fill("Value", "Pune");
  await press("Add");
  await see("0 held");
  const sdk = clientOf(service);
  const [campaign] = service.db.campaigns.list();
  const add = (city: string) => sdk.campaigns.addProspect(campaign?.id ?? "", { name: "Ravi", phone: "+91981", city });
  await add("Delhi");
  const held = add("Pune");
  await see("1 held");
  await press("Release");
  await held;
  await screen.findByRole("heading", { name: "No rules: every request gets its normal response" });
});

test("a response of yours is given as JSON, and sent to the letter", async () => {
  const service = await draw("/fake/rules?new=true&operation=listAgents");
  await fill("Status", "200");
  await fill("Body of the response", '{ "data": [] }');
  await press("Add");
  await see("gets status 200 and your own body");
  expect(await clientOf(service).agents.list()).toEqual([]);
});

/** Whatever can be given: what the form begins with must mean the same. */
const faults: readonly Fault[] = [
  { operation: "createCall", match: { memberId: "mem_1", udfs: { vip: true } }, status: 429, retryAfter: 2, times: 5 },
  { status: 500, body: { error: "no" }, when: "after", latencyMs: 20 },
  { network: "reset", when: "after" },
  { operation: "addProspect", match: { age: 42 }, network: "timeout", skip: 1, probability: 0.5 },
  { latencyMs: 300 },
  { body: "stall" },
  { upload: { cutAfterBytes: 9 } },
  {
    operation: "listAgents",
    sequence: [{ network: "error", when: "after" }, { latencyMs: 5 }, "pass", { status: 204 }],
  },
];

test("rules that are opened and saved without a change stay as they are", async () => {
  const service = drawable();
  for (const fault of faults) service.faults.inject(fault);
  const before = service.rules.list();
  await draw("/fake/rules", { service });
  for (const { id } of before) {
    fireEvent.click(within(await rowOf(id)).getByRole("button", { name: "Edit" }));
    await press("Save");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  }
  expect(service.rules.list()).toMatchObject(before);
});

test("a rule that is gone is said to be so, and its requests are one click away", async () => {
  const service = drawable();
  service.faults.inject({ operation: "listAgents", status: 503, times: 1 });
  service.faults.inject({ operation: "listCategories", status: 503 });
  const sdk = clientOf(service);
  await Promise.allSettled([sdk.agents.list(), sdk.categories.list()]);
  await draw("/fake/rules?rule=rule-1", { service });
  await see("no longer exists");
  fireEvent.click(within(await rowOf("rule-2")).getByRole("link", { name: "In the journal" }));
  await screen.findByRole("heading", { level: 1, name: "Journal" });
  expect(address()).toContain("rule=rule-2");
  await see("1 of 2 entries");
  await press("listCategories", "link");
  const applied = await screen.findByRole("list", { name: "Rules that applied" });
  expect(applied.textContent).toBe("By the rule rule-2: it gets status 503");
  fireEvent.click(within(applied).getByRole("link", { name: "rule-2" }));
  await waitFor(() => expect(address()).toBe("/fake/rules?rule=rule-2"));
  expect((await rowOf("rule-2")).getAttribute("aria-current")).toBe("true");
});

test("a response that is lost after the call was created is the first choice of a new rule", async () => {
  const service = await draw("/fake/rules");
  await press("Add a rule");
  const [first] = (await screen.findByLabelText<HTMLSelectElement>("What happens")).selectedOptions;
  expect([first?.index, first?.textContent]).toEqual([0, "Response lost after the call was created"]);
  await press("Add");
  await see("loses its response, after the service has acted");
  await expect(createCall({ sdk: clientOf(service) })).rejects.toThrow();
  expect(service.db.calls.list()).toHaveLength(1);
});

test("the form of a new rule begins at its first field, with the kind and the operation that the address names", async () => {
  await draw("/fake/rules?new=true&kind=gate&operation=listAgents");
  const first = await screen.findByLabelText<HTMLSelectElement>("What happens");
  await waitFor(() => expect(document.activeElement).toBe(first));
  expect(first.value).toBe("hold");
  expect(screen.getByLabelText<HTMLSelectElement>("Operation").value).toBe("listAgents");
  await press("Add");
  await see("0 held");
});
