/** The list of calls and the dialog "New call", as they are drawn. */
import type { MockService } from "@call-analysis/mock";
import { fireEvent, screen, waitFor, within } from "@testing-library/dom";
import { expect, onTestFinished, test, vi } from "vitest";
import { createCall } from "../support/calls.ts";
import {
  address,
  chooseFile,
  clientOf,
  draw,
  drawAgain,
  drawable,
  fill,
  insteadOf,
  openChoices,
  press,
  see,
} from "../support/draw.ts";
import { wav } from "../support/wav.ts";

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

test("filters and the search are in the address", async () => {
  const service = await createCalls(6);
  await draw("/calls", { service });
  await fill("Status", "failed");
  await see("2 of 6 calls");
  await fill("Search calls", "call 5");
  await see("1 of 6 calls");
  expect(address()).toMatch(/status=failed.*q=call\+5/);
  await drawAgain(service);
  await see("1 of 6 calls");
});

test("calls are found by their outcome, and a sample recording stands for one of yours", async () => {
  const service = await createCalls(2);
  service.engine.complete(await createCall({ sdk: clientOf(service) }), { outcomeLabel: "Not interested" });
  await draw("/calls", { service });
  await screen.findByRole("option", { name: "Not interested" });
  await fill("Outcome", "Not interested");
  await see("1 of 3 calls");
  await press("New call");
  await press("Use a sample recording");
  await see("sample-call.wav");
});

test("a click anywhere in a row opens its call", async () => {
  const service = await createCalls(1);
  await draw("/calls", { service });
  fireEvent.click(within(await screen.findByRole("row", { name: /call-0/ })).getByText("completed"));
  await screen.findByRole("heading", { level: 1, name: "call-0.wav" });
});

test("user-defined fields have a column where there are some", async () => {
  const service = drawable();
  await draw("/calls", { service });
  await createCall({ sdk: clientOf(service) });
  await screen.findByRole("row", { name: /call-0193/ });
  expect(screen.queryByRole("columnheader", { name: "User-defined fields" })).toBeNull();
  await createCall({ sdk: clientOf(service) }, { udfs: { crmId: "84113", vip: true } });
  await screen.findByRole("columnheader", { name: "User-defined fields" });
  await see('crmId: "84113", vip: true');
});

test("a filter of the address that no call has can be cleared", async () => {
  const service = await createCalls(2);
  await draw("/calls?agent=zzz", { service });
  await screen.findByRole("heading", { name: "No call matches" });
  expect(screen.getByLabelText<HTMLSelectElement>("Agent").selectedOptions[0]?.textContent).toContain("zzz");
  await press("Clear the filters");
  await see("2 calls");
});

test("calls are read in pages as their rows come into view", async () => {
  const service = drawable();
  const [[agent], [category]] = [service.db.agents.list(), service.db.categories.list()];
  const people = { memberId: agent?.id ?? "", categoryId: category?.id ?? "" };
  const audioUrlOf = (index: number) => `https://recordings.example.com/call-${index}.wav`;
  service.seed({ calls: Array.from({ length: 101 }, (_, index) => ({ ...people, audio_url: audioUrlOf(index) })) });
  const asked: string[] = [];
  await draw("/calls", { service, fetch: insteadOf(service, "/calls?", (url) => void asked.push(url)) });
  await see("101 calls");
  // Rows have no height here, so that all are in view.
  await screen.findByRole("row", { name: /call-0\.wav/ });
  expect(asked[0]).toMatch(/last=100&organizationId=/);
  expect(asked.some((url) => url.includes("before="))).toBe(true);
});

test("a call that another client creates appears by itself, and moves on", async () => {
  const service = await draw("/calls");
  await screen.findByRole("heading", { name: "No calls yet" });
  const callId = await createCall({ sdk: clientOf(service) });
  const row = await screen.findByRole("row", { name: /call-0193\.wav.*processing/ });
  expect(within(row).getByRole("link").getAttribute("href")).toContain(`/calls/${callId}`);
  await service.fetch(`https://fake.test/__mock__/calls/${callId}/complete`, { method: "POST" });
  await screen.findByRole("row", { name: /call-0193\.wav.*completed/ });
});

test("Escape erases nothing of a new call, and the dialog is in the address", async () => {
  await draw("/calls");
  await chooseRecording();
  expect(address()).toBe("/calls?new=true");
  const chosen = inputOf("Agent").value;
  fireEvent.keyDown(inputOf("Agent"), { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(address()).toBe("/calls");
  await press("New call");
  await see("asha.wav");
  expect(inputOf("Agent").value).toBe(chosen);
});

/** Opens the dialog and chooses a recording. */
async function chooseRecording(): Promise<void> {
  await press("New call");
  await screen.findByRole("button", { name: "Analyse" });
  await chooseFile("asha.wav", wav(1), "audio/wav");
  await see("asha.wav");
  await waitFor(() => expect(inputOf("Category").value).not.toBe(""));
}

function inputOf(label: string): HTMLInputElement {
  return screen.getByRole<HTMLInputElement>("combobox", { name: label });
}

/** A call is completed at its first poll. */
function immediate(): MockService {
  return drawable({ progression: { mode: "immediate" } });
}

async function expectCompleted(): Promise<void> {
  await within(screen.getByRole("dialog")).findByText("completed");
}

test("a field to choose in is one combobox for a screen reader at every moment", async () => {
  const roles: (string | null)[] = [];
  const observer = new MutationObserver((records) => {
    roles.push(...records.filter(({ target }) => target.nodeName === "BUTTON").map(({ oldValue }) => oldValue));
  });
  observer.observe(document, { subtree: true, attributeFilter: ["role"], attributeOldValue: true });
  await draw("/calls", { service: immediate() });
  await press("New call");
  expect(await screen.findAllByRole("combobox", { name: /Agent/ })).toHaveLength(1);
  observer.disconnect();
  expect(roles).not.toContain("combobox");
});

test("a form that is not complete says what is missing; agent and category are suggested, and can be changed", async () => {
  const service = await draw("/calls", { service: immediate() });
  const [first, second] = service.db.agents.list();
  await press("New call");
  await press("Analyse");
  expect((await screen.findByRole("alert")).textContent).toContain("Choose a recording.");
  expect(screen.getByLabelText(/Choose an audio file/).getAttribute("aria-invalid")).toBe("true");
  await press("Cancel");
  await chooseRecording();
  expect(inputOf("Agent").value).toBe(first?.name);
  fireEvent.change(inputOf("Agent"), { target: { value: "" } });
  await press("Analyse");
  expect((await screen.findByRole("alert")).textContent).toContain("Choose an agent.");
  expect(inputOf("Agent").getAttribute("aria-invalid")).toBe("true");
  const choices = await openChoices("Agent");
  expect(choices).toHaveLength(4);
  fireEvent.click(choices[1] ?? document.body);
  await press("Analyse");
  await expectCompleted();
  const [category] = service.db.categories.list();
  expect(service.db.calls.list()).toMatchObject([{ memberId: second?.id, categoryId: category?.id }]);
});

test("each stage of a new call is shown while it lasts, and the end leads to the call", async () => {
  const service = immediate();
  const gate = service.hold("createCall");
  await draw("/calls", { service });
  await chooseRecording();
  await press("Analyse");
  await see("Creating the call…");
  gate.release();
  await expectCompleted();
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("link", { name: "Open the call" }));
  await screen.findByRole("heading", { level: 1, name: "asha.wav" });
});

test("a creation that may have happened says so, leads to where it is settled, and is not repeated", async () => {
  const service = await draw("/calls", { service: immediate() });
  service.faults.inject({ operation: "createCall", status: 503, when: "after", times: 1 });
  await chooseRecording();
  await press("Analyse");
  const { textContent } = await screen.findByRole("alert");
  expect(textContent).toContain("Not certain whether the call was created");
  expect(textContent).toContain("SubmissionUncertainError503");
  const journal = screen.getByRole("link", { name: "the request in the journal" });
  expect(journal.getAttribute("href")).toBe("/fake/journal?operation=createCall&client=console");
  await press("the calls of this recording", "link");
  await see("1 call");
  expect(service.db.calls.list()).toHaveLength(1);
});

test("a new call that is stopped before it is created is not created", async () => {
  const service = immediate();
  const gate = service.hold("createUploadUrl");
  await draw("/calls", { service });
  await chooseRecording();
  await press("Analyse");
  await gate.reached();
  await see("Uploading the recording…");
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  await press("Stop waiting");
  await see("You stopped waiting, but");
  gate.release();
  await press("Cancel");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(service.db.calls.list()).toEqual([]);
});

test("Enter sends no form while nothing matches what was typed into a combobox", async () => {
  await draw("/calls", { service: immediate() });
  await chooseRecording();
  const input = inputOf("Agent");
  await openChoices("Agent");
  fireEvent.change(input, { target: { value: "nobody" } });
  await see("Nothing matches.");
  expect(fireEvent.keyDown(input, { key: "Enter" })).toBe(false);
});

test.for([
  ["agents", "Agents"],
  ["categories", "State"],
])("a new call without %s says where they come from", async ([table = "", page = ""]) => {
  const service = drawable({ scenario: "empty" });
  if (table === "categories") service.seed({ agents: [{ name: "Asha", email: "asha@example.com" }] });
  await draw("/calls?new=true", { service });
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(await dialog.findByRole("link", { name: page }));
  await screen.findByRole("heading", { level: 1, name: page });
});

test("a new call has the user-defined fields that are an object in JSON", async () => {
  const service = await draw("/calls", { service: immediate() });
  await chooseRecording();
  await fill("User-defined fields, as JSON", "[1]");
  await press("Analyse");
  expect((await screen.findByRole("alert")).textContent).toContain("must be an object in JSON");
  await fill("User-defined fields, as JSON", '{ "crmId": "84113" }');
  await press("Analyse");
  await expectCompleted();
  expect(service.db.calls.list()).toMatchObject([{ udfs: { crmId: "84113" } }]);
});

test("what a person does is in the journal, as the console's", async () => {
  const service = await draw("/calls", { service: immediate() });
  await chooseRecording();
  await press("Analyse");
  await expectCompleted();
  const { client } = await service.journal.waitFor({ operation: "getCallAnalysis" });
  const ofConsole = service.journal.entries().filter((entry) => entry.client === client);
  expect(client).toBe("console");
  expect(ofConsole.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(["createUploadUrl", "uploadRecording", "createCall", "getCallAnalysis"]),
  );
});

test("the calls that the search finds are saved as CSV, with quotation marks and formulas as texts", async () => {
  const service = drawable();
  const sdk = clientOf(service);
  const [category] = await sdk.categories.list();
  const categoryId = category?.id ?? "";
  service.seed({ agents: [{ id: "mem_sum", name: "=1+1", email: "sum@example.com" }] });
  await createCall({ sdk }, { name: "elsewhere" });
  const create = (name: string, udfs: Record<string, unknown>) =>
    sdk.calls.create({ memberId: "mem_sum", categoryId, audio_url: `https://example.com/${name}.wav`, udfs });
  const first = await create("saved-1", { note: 'Said "no", and left' });
  service.engine.complete(first.callId, { score: 40, outcomeLabel: "Not interested" });
  const second = await create("saved-2", {});
  const madeAddress = vi.spyOn(URL, "createObjectURL");
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  onTestFinished(() => void vi.restoreAllMocks());
  await draw("/calls", { service });
  await fill("Search calls", "saved-");
  await see("2 of 3 calls");
  await press("Download CSV");
  await waitFor(() => expect(clicked).toHaveBeenCalledOnce());
  expect(clicked.mock.contexts).toMatchObject([{ download: "calls.csv" }]);
  // The page has saved one file. It begins with a byte order mark, which `text()` would leave out.
  const [[file]] = madeAddress.mock.calls as [[Blob]];
  const text = Buffer.from(await file.arrayBuffer()).toString();
  const [header, ...lines] = text.trimEnd().split("\n");
  expect(header).toBe(
    "\ufeffid,status,memberId,agentName,categoryId,categoryName,audioUrl,udfs,createdAt,durationSeconds,score,outcomeLabel,failureReason",
  );
  // The newest first, as in the list.
  expect(lines).toEqual([
    expect.stringMatching(
      `^${second.callId},processing,mem_sum,'=1\\+1,${categoryId},.*,https://example.com/saved-2.wav,`,
    ),
    expect.stringMatching(`^${first.callId},completed,mem_sum,'=1\\+1,.*,40,Not interested,$`),
  ]);
  expect(lines[1]).toContain(String.raw`"{""note"":""Said \""no\"", and left""}"`);
});
