/** The list of calls, and creating one: also through failures and reloads. */
import { expect } from "vitest";
import { open, test, testWith } from "./support/console-test.ts";
import type { Fake } from "./support/fake.ts";
import { glanceAt, lookAt } from "./support/look-at.ts";
import { analyse } from "./support/new-call.ts";
import { wav } from "./support/wav.ts";

/** A call is completed at its first poll, for tests that say nothing of the way there. */
const immediate = testWith({ progression: { mode: "immediate" } });

/** Calls go on only when the test says so. */
const manual = testWith({ progression: { mode: "manual" } });

/** Creates calls of hosted recordings. */
async function createCalls({ sdk, control }: Fake, count: number): Promise<string[]> {
  const [agents, categories] = await Promise.all([sdk.agents.list(), sdk.categories.list()]);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { callId } = await sdk.calls.create({
      memberId: agents[index % agents.length]?.id ?? "",
      categoryId: categories[index % categories.length]?.id ?? "",
      audio_url: `https://recordings.example.com/2026/call-${String(index + 1).padStart(4, "0")}.wav`,
      date: new Date(Date.UTC(2026, 9, 1 + index, 9, 30)),
    });
    ids.push(callId);
    if (index % 3 !== 2) await control("POST", `/calls/${callId}/complete`, {});
    else if (index % 2 === 0) await control("POST", `/calls/${callId}/fail`, { reason: "The recording is silent." });
  }
  return ids;
}

test("calls are listed, and each is a row with its status that links to the call", async ({ fake, page }) => {
  const ids = await createCalls(fake, 12);
  await open(page, fake);
  await page.getByText("12 calls").waitFor();
  const row = page.getByRole("row").filter({ hasText: ids[0] ?? "" });
  expect(await row.getByRole("link").getAttribute("href")).toContain(`#/calls/${ids[0]}`);
  expect(await row.textContent()).toContain("completed");
  await page.getByRole("row").filter({ hasText: "–" }).first().waitFor();
  await lookAt(page, "calls");
});

test("a recording is analysed from the dialog, through all of its stages", async ({ fake, page }) => {
  await open(page, fake);
  await page.getByRole("button", { name: "New call" }).click();
  const dialog = page.getByRole("dialog", { name: "New call" });
  await dialog.locator("input[type=file]").setInputFiles({ name: "asha.wav", mimeType: "audio/wav", buffer: wav(30) });
  await dialog.getByRole("combobox", { name: "Agent" }).click();
  await page.getByRole("option").first().click();
  await dialog.getByRole("combobox", { name: "Category" }).fill("Sales");
  await page.getByRole("option").first().click();
  await lookAt(page, "new-call");
  await fake.control("POST", "/gates", { operation: "createCall" });
  await dialog.getByRole("button", { name: "Analyse" }).click();
  await dialog.getByText("Create", { exact: true }).waitFor();
  await expect.poll(async () => JSON.stringify(await fake.control("GET", "/gates"))).toContain('"held":1');
  await glanceAt(page, "new-call-creating");
  const { gates } = await fake.control<{ gates: { id: string }[] }>("GET", "/gates");
  await fake.control("DELETE", `/gates/${gates[0]?.id}`);
  await dialog.getByRole("link", { name: "Open the call" }).waitFor();
  await dialog.getByText("completed").waitFor();
  await lookAt(page, "new-call-done");
  await dialog.getByRole("link", { name: "Open the call" }).click();
  await page.getByRole("heading", { level: 1, name: "asha.wav" }).waitFor();
});

immediate("in a fake, agent and category are suggested, and can be changed and cleared", async ({ fake, page }) => {
  const [[, second], [category]] = await Promise.all([fake.sdk.agents.list(), fake.sdk.categories.list()]);
  await open(page, fake);
  await page.getByRole("button", { name: "New call" }).click();
  const dialog = page.getByRole("dialog", { name: "New call" });
  await dialog.locator("input[type=file]").setInputFiles({ name: "asha.wav", mimeType: "audio/wav", buffer: wav(5) });
  const agent = dialog.getByRole("combobox", { name: "Agent" });
  await expect.poll(() => agent.inputValue()).not.toBe("");
  await agent.fill("");
  await page.keyboard.press("Tab");
  await dialog.getByRole("button", { name: "Analyse" }).click();
  await dialog.getByRole("alert").getByText("Choose an agent.").waitFor();
  await agent.click();
  await expect.poll(() => page.getByRole("option").count()).toBe(4);
  await page.getByRole("option", { name: second?.name ?? "" }).click();
  await dialog.getByRole("button", { name: "Analyse" }).click();
  await dialog.getByText("completed").waitFor();
  const { calls } = await fake.control<{ calls: object[] }>("GET", "/calls");
  expect(calls).toMatchObject([{ memberId: second?.id, categoryId: category?.id }]);
});

immediate(
  "a creation that may have happened says what was answered, and going on looks for the call first",
  async ({ fake, page }) => {
    await fake.control("POST", "/faults", { operation: "createCall", status: 503, when: "after", times: 1 });
    await open(page, fake);
    await analyse(page);
    const alert = page.getByRole("dialog", { name: "New call" }).getByRole("alert");
    await alert.getByText("SubmissionUncertainError503").waitFor();
    await alert.getByText("looks for the call in the fake first").waitFor();
    await page.getByRole("dialog").getByLabel("failed").waitFor();
    await lookAt(page, "new-call-uncertain");
    await alert.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("dialog").getByText("completed").waitFor();
    const { calls } = await fake.control<{ calls: object[] }>("GET", "/calls");
    expect(calls).toHaveLength(1);
  },
);

immediate("an upload that fails says why, and goes on when asked", async ({ fake, page }) => {
  await fake.control("POST", "/faults", { operation: "createCall", status: 422, times: 1 });
  await open(page, fake);
  await analyse(page);
  const dialog = page.getByRole("dialog", { name: "New call" });
  await dialog.getByRole("alert").getByText("UnprocessableEntityError").waitFor();
  expect(await dialog.getByText("looks for the call").count()).toBe(0);
  await glanceAt(page, "new-call-failed");
  await dialog.getByRole("button", { name: "Resume" }).click();
  await dialog.getByText("completed").waitFor();
  expect((await fake.control<{ calls: object[] }>("GET", "/calls")).calls).toHaveLength(1);
});

immediate("a recording of the microphone is a WAV with a length", async ({ fake, context, page }) => {
  await context.addInitScript(() => {
    // A tone in the place of a microphone.
    navigator.mediaDevices.getUserMedia = async () => {
      const audio = new AudioContext();
      const tone = audio.createOscillator();
      const destination = audio.createMediaStreamDestination();
      tone.connect(destination);
      tone.start();
      return destination.stream;
    };
  });
  await open(page, fake);
  await page.getByRole("button", { name: "New call" }).click();
  const dialog = page.getByRole("dialog", { name: "New call" });
  await dialog.getByRole("button", { name: "Record" }).click();
  await dialog.getByRole("button", { name: "Stop 00:01" }).click();
  await dialog.getByText(/^recording-.*\.wav$/).waitFor();
  for (const name of ["Agent", "Category"]) {
    await dialog.getByRole("combobox", { name }).click();
    await page.getByRole("option").first().click();
  }
  await dialog.getByRole("button", { name: "Analyse" }).click();
  await dialog.getByText("completed").waitFor();
  const { calls } = await fake.control<{ calls: { durationSeconds: number }[] }>("GET", "/calls");
  // The fake reads the length of a WAV from its header; of other formats it makes one up, of a minute or more.
  expect(calls[0]?.durationSeconds).toBeLessThan(60);
});

async function callIds({ control }: Fake): Promise<string[]> {
  return (await control<{ calls: { id: string }[] }>("GET", "/calls")).calls.map(({ id }) => id);
}

manual("after a reload the wait goes on, and no second call is created", async ({ fake, page }) => {
  await open(page, fake);
  await analyse(page);
  await page.getByRole("dialog").getByText("processing").waitFor();
  await page.reload();
  await page.getByText("Created here").waitFor();
  await page.getByRole("listitem").filter({ hasText: "asha.wav" }).getByText("processing").waitFor();
  const ids = await callIds(fake);
  expect(ids).toHaveLength(1);
  await fake.control("POST", `/calls/${ids[0]}/complete`, {});
  await page.getByRole("listitem").filter({ hasText: "asha.wav" }).getByText("completed").waitFor();
  expect(await callIds(fake)).toEqual(ids);
});

manual("an upload that a reload interrupts is done again, and its call is created once", async ({ fake, page }) => {
  await fake.control("POST", "/gates", { operation: "uploadRecording" });
  await open(page, fake);
  await analyse(page);
  await page.getByRole("progressbar", { name: "Upload" }).waitFor();
  await expect.poll(async () => JSON.stringify(await fake.control("GET", "/gates"))).toContain('"held":1');
  await page.reload();
  await page.getByRole("progressbar", { name: "Upload" }).waitFor();
  const { gates } = await fake.control<{ gates: { id: string }[] }>("GET", "/gates");
  await fake.control("DELETE", `/gates/${gates[0]?.id}`);
  await page.getByRole("listitem").filter({ hasText: "asha.wav" }).getByText("processing").waitFor();
  expect(await callIds(fake)).toHaveLength(1);
});

manual("a creation whose response a reload loses is found again, and not repeated", async ({ fake, page }) => {
  // The call is created; the response never comes.
  await fake.control("POST", "/faults", { operation: "createCall", network: "timeout", when: "after", times: 1 });
  await open(page, fake);
  await analyse(page);
  await expect.poll(() => callIds(fake)).toHaveLength(1);
  await page.reload();
  await page.getByRole("listitem").filter({ hasText: "asha.wav" }).getByText("processing").waitFor();
  expect(await callIds(fake)).toHaveLength(1);
});

manual("a submission that is cancelled is forgotten, also after a reload", async ({ fake, page }) => {
  await fake.control("POST", "/gates", { operation: "createUploadUrl" });
  await open(page, fake);
  await analyse(page);
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Analyse" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "No calls yet" }).waitFor();
  expect(await page.getByText("Created here").count()).toBe(0);
});
