import { expect } from "vitest";
import { open, test } from "./support/console-test.ts";
import { analyse } from "./support/new-call.ts";

test("looking around in the console changes nothing that tests of the fake can see", async ({ fake, page }) => {
  const { sdk, control } = fake;
  const [[agent], [category]] = await Promise.all([sdk.agents.list(), sdk.categories.list()]);
  const { callId } = await sdk.calls.create({
    memberId: agent?.id ?? "",
    categoryId: category?.id ?? "",
    audio_url: "https://recordings.example.com/call-0193.wav",
  });
  await control("POST", "/faults", { status: 503, times: 3 });
  await control("POST", "/gates", { operation: "getCategory" });
  const traces = async () => ({
    calls: await control("GET", "/calls"),
    faults: await control("GET", "/faults"),
    gates: await control("GET", "/gates"),
    journal: await control("GET", "/journal"),
  });
  const before = await traces();
  await open(page, fake);
  await page.getByRole("row").filter({ hasText: callId }).waitFor();
  await page.getByRole("button", { name: "New call" }).click();
  await page.getByRole("combobox", { name: "Agent" }).click();
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Escape");
  await open(page, fake, `/calls/${callId}`);
  await page.getByText("There is no analysis yet").waitFor();
  for (const path of ["trends", "agents", "categories", "campaigns", "fake/journal", "fake/faults", "fake/state"])
    await open(page, fake, `/${path}`);
  expect(await traces()).toEqual(before);
});

test("what a person does is in the journal, as the console's", async ({ fake, page }) => {
  await open(page, fake);
  await analyse(page);
  await page.getByRole("dialog").getByText("completed").waitFor();
  const { entries } = await fake.control<{ entries: { operation: string; client: string | null }[] }>(
    "GET",
    "/journal?client=console",
  );
  expect(entries.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(["createUploadUrl", "uploadRecording", "createCall", "getCallAnalysis"]),
  );
});

test("one tab reads the events for all of them", async ({ fake, context }) => {
  const pages = [await context.newPage(), await context.newPage(), await context.newPage()];
  let streams = 0;
  context.on("request", (request) => {
    if (request.url().endsWith("/__mock__/events")) streams += 1;
  });
  for (const page of pages) await open(page, fake);
  const { sdk } = fake;
  const [[agent], [category]] = await Promise.all([sdk.agents.list(), sdk.categories.list()]);
  const audio_url = "https://recordings.example.com/call-0193.wav";
  await sdk.calls.create({ memberId: agent?.id ?? "", categoryId: category?.id ?? "", audio_url });
  for (const page of pages) await page.getByText("1 call", { exact: true }).waitFor();
  expect(streams).toBe(1);
  await pages[0]?.close();
  await sdk.calls.create({ memberId: agent?.id ?? "", categoryId: category?.id ?? "", audio_url });
  for (const page of pages.slice(1)) await page.getByText("2 calls", { exact: true }).waitFor();
});
