import { expect } from "vitest";
import { open, test, testWith } from "./support/console-test.ts";
import type { Fake } from "./support/fake.ts";

test("a recording of the microphone is a WAV with a length", async ({ fake, context, page }) => {
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

test("a form that is not complete says what is missing", async ({ fake, page }) => {
  await open(page, fake);
  await page.getByRole("button", { name: "New call" }).click();
  await page.getByRole("button", { name: "Analyse" }).click();
  await page.getByRole("alert").getByText("Choose a recording.").waitFor();
});

test("a sandbox has a console of its own", async ({ fake, page }) => {
  const { id } = await fake.control<{ id: string }>("POST", "/sandboxes");
  const sandbox: Pick<Fake, "url"> = { url: `${fake.url}/sandboxes/${id}` };
  const { sdk } = fake;
  const [[agent], [category]] = await Promise.all([sdk.agents.list(), sdk.categories.list()]);
  const audio_url = "https://recordings.example.com/call-0193.wav";
  await sdk.calls.create({ memberId: agent?.id ?? "", categoryId: category?.id ?? "", audio_url });
  await open(page, sandbox);
  await page.getByRole("heading", { name: "No calls yet" }).waitFor();
  const missing = await page.request.get(`${fake.url}/sandboxes/nowhere/__mock__/`);
  expect(missing.status()).toBe(404);
});

testWith({ keys: { north: "North", south: "South" } })(
  "with several organizations one is shown, and another can be chosen",
  async ({ fake, page }) => {
    await open(page, fake);
    const choice = page.getByRole("combobox", { name: "Organization" });
    expect(await choice.locator("option:checked").textContent()).toBe("North");
    await choice.selectOption("South");
    await expect.poll(() => choice.locator("option:checked").textContent()).toBe("South");
    await page.reload();
    await expect.poll(() => choice.locator("option:checked").textContent()).toBe("South");
  },
);

testWith({ scenario: "busy" })("ten thousand calls are listed, searched and sorted", async ({ fake, page }) => {
  await open(page, fake);
  await page.getByText("10,000 calls").waitFor();
  expect(await page.getByRole("row").count()).toBeLessThan(100);
  await page.getByRole("button", { name: "Length" }).click();
  await page.getByLabel("Search calls").fill("asha");
  await page.getByText(/^[\d,]+ of 10,000 calls$/).waitFor();
  await page.getByLabel("Search calls").press("Enter");
  for (const key of ["j", "j", "k"]) await page.keyboard.press(key);
  await expect.poll(() => page.locator("tr:has(a:focus)").getAttribute("data-index")).toBe("0");
});
