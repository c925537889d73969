import { expect } from "vitest";
import { open, testWith } from "./support/console-test.ts";
import type { Fake } from "./support/fake.ts";
import { analyse } from "./support/new-call.ts";

const test = testWith({ progression: { mode: "manual" } });

async function callIds({ control }: Fake): Promise<string[]> {
  return (await control<{ calls: { id: string }[] }>("GET", "/calls")).calls.map(({ id }) => id);
}

test("after a reload the wait goes on, and no second call is created", async ({ fake, page }) => {
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

test("an upload that a reload interrupts is done again, and its call is created once", async ({ fake, page }) => {
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

test("a creation whose response a reload loses is found again, and not repeated", async ({ fake, page }) => {
  // The call is created; the response never comes.
  await fake.control("POST", "/faults", { operation: "createCall", network: "timeout", when: "after", times: 1 });
  await open(page, fake);
  await analyse(page);
  await expect.poll(() => callIds(fake)).toHaveLength(1);
  await page.reload();
  await page.getByRole("listitem").filter({ hasText: "asha.wav" }).getByText("processing").waitFor();
  expect(await callIds(fake)).toHaveLength(1);
});

test("a submission that is cancelled is forgotten, also after a reload", async ({ fake, page }) => {
  await fake.control("POST", "/gates", { operation: "createUploadUrl" });
  await open(page, fake);
  await analyse(page);
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Analyse" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "No calls yet" }).waitFor();
  expect(await page.getByText("Created here").count()).toBe(0);
});
