/** How the console reaches a service: with a token, after it was away, in a sandbox, through a proxy; and what it leaves there. */
import { expect, onTestFinished } from "vitest";
import { createCall } from "./support/calls.ts";
import { startCommand } from "./support/command.ts";
import { open, test, testWith } from "./support/console-test.ts";
import { type Fake, startFake } from "./support/fake.ts";
import { serveLive } from "./support/live-server.ts";
import { glanceAt, lookAt } from "./support/look-at.ts";
import { analyse } from "./support/new-call.ts";
import { wav } from "./support/wav.ts";

const guarded = testWith({ adminToken: "s3cret+/#" });

test("the address that the command prints opens the console, and the token does not stay in it", async ({ page }) => {
  const { printedUrl, stop } = await startCommand("--admin-token", "s3cret+/#");
  onTestFinished(stop);
  await page.goto(printedUrl);
  await page.getByRole("heading", { level: 1, name: "Calls" }).waitFor();
  expect(page.url()).not.toContain("token");
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Calls" }).waitFor();
});

guarded("without a token the console asks for it, and says when it is wrong", async ({ fake, page }) => {
  await page.goto(`${fake.url}/__mock__/`);
  await page.getByRole("heading", { level: 1, name: "Admin token" }).waitFor();
  const field = page.getByLabel("Admin token");
  await field.fill("wrong");
  await field.press("Enter");
  await page.getByRole("alert").waitFor();
  await lookAt(page, "token");
  await field.fill("s3cret+/#");
  await field.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Calls" }).waitFor();
});

guarded("another name of this machine leads to the server's own address, with the token", async ({ fake, page }) => {
  await page.goto(`${fake.url.replace("127.0.0.1", "localhost")}/__mock__/#token=s3cret%2B%2F%23`);
  await page.getByRole("heading", { level: 1, name: "Calls" }).waitFor();
  expect(new URL(page.url()).origin).toBe(fake.url);
});

test("a sandbox has a console of its own", async ({ fake, page }) => {
  const { id } = await fake.control<{ id: string }>("POST", "/sandboxes");
  const sandbox: Pick<Fake, "url"> = { url: `${fake.url}/sandboxes/${id}` };
  await createCall(fake);
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

test("when the fake has gone, what was read stays, and the page says that it may be out of date", async ({
  fake,
  page,
}) => {
  await open(page, fake, "/agents");
  const [agent] = await fake.sdk.agents.list();
  const name = page.getByRole("link", { name: agent?.name ?? "" });
  await name.waitFor();
  await page.route("**/__mock__/view/v1/agents", (route) => route.abort());
  // An event of the fake makes the page read again.
  await fake.sdk.agents.create({ name: "Nadia Okafor", email: "nadia@example.com" });
  await page.getByText("It may be out of date.").waitFor();
  expect(await name.isVisible()).toBe(true);
  await page.unroute("**/__mock__/view/v1/agents");
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("link", { name: "Nadia Okafor" }).waitFor();
});

test("a fake that stops answering is told about, and its return is noticed", async ({ page, browser: _ }) => {
  const first = await startFake();
  await open(page, first, "/fake/journal");
  await page.getByRole("heading", { name: "No requests yet" }).waitFor();
  await first.stop();
  await page.getByText("The fake does not answer").waitFor();
  await lookAt(page, "stream-lost");
  const second = await startFake({ port: Number(new URL(first.url).port) });
  await page.getByText("The fake does not answer").waitFor({ state: "detached" });
  await second.sdk.agents.list();
  await page.getByRole("row").filter({ hasText: "listAgents" }).waitFor();
  await second.stop();
});

test("looking around in the console changes nothing that tests of the fake can see", async ({ fake, page }) => {
  const { control } = fake;
  const callId = await createCall(fake);
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

testWith({ progression: { mode: "immediate" } })(
  "what a person does is in the journal, as the console's",
  async ({ fake, page }) => {
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
  },
);

test("one tab reads the events for all of them", async ({ fake, context }) => {
  const pages = [await context.newPage(), await context.newPage(), await context.newPage()];
  let streams = 0;
  context.on("request", (request) => {
    if (request.url().endsWith("/__mock__/events")) streams += 1;
  });
  for (const page of pages) await open(page, fake);
  await createCall(fake);
  for (const page of pages) await page.getByText("1 call", { exact: true }).waitFor();
  expect(streams).toBe(1);
  await pages[0]?.close();
  await createCall(fake);
  for (const page of pages.slice(1)) await page.getByText("2 calls", { exact: true }).waitFor();
});

/** Serves the console and a proxy to the fake, which takes the place of the real service, until the test has ended. */
async function liveUrl(fake: Fake): Promise<string> {
  const { url, close } = await serveLive(fake);
  onTestFinished(close);
  return url;
}

test("an address that the page's policy forbids is refused, and the reason is said", async ({
  fake,
  page,
  context,
}) => {
  context.removeAllListeners("console");
  await open(page, fake, "/settings");
  await page.getByLabel("Address of the proxy").fill("calls.example.com");
  await page.getByRole("button", { name: "Connect to the real service" }).click();
  await page.getByText("begins with a slash").waitFor();
  await page.getByLabel("Address of the proxy").fill("https://calls.example.com/call-analysis");
  await page.getByRole("button", { name: "Connect to the real service" }).click();
  await page.getByText("allows no request to https://calls.example.com").waitFor();
  await glanceAt(page, "settings-forbidden");
});

/** Recordings go from the page straight to the store, which is the fake's here. */
const testWithStore = testWith({ cors: true, progression: { mode: "immediate" } });

testWithStore(
  "through a proxy the real service is shown, and no key is in the browser",
  async ({ fake, page }) => {
    const live = await liveUrl(fake);
    await page.goto(`${live}#/settings`);
    await page.getByLabel("Address of the proxy").fill("/call-analysis");
    await page.getByRole("button", { name: "Connect to the real service" }).click();
    await page.getByRole("heading", { name: "No calls yet" }).waitFor();
    await page.getByText("live", { exact: true }).first().waitFor();
    expect(await page.getByRole("link", { name: "Journal" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "+1 min" }).count()).toBe(0);
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(kept).not.toContain("test-key");
    await page.getByRole("button", { name: "New call" }).click();
    const dialog = page.getByRole("dialog", { name: "New call" });
    await dialog
      .locator("input[type=file]")
      .setInputFiles({ name: "asha.wav", mimeType: "audio/wav", buffer: wav(30) });
    for (const name of ["Agent", "Category"]) {
      await dialog.getByRole("combobox", { name }).click();
      await page.getByRole("option").first().click();
    }
    await dialog.getByRole("button", { name: "Analyse" }).click();
    await dialog.getByText("completed").waitFor({ timeout: 60_000 });
    await dialog.getByRole("link", { name: "Open the call" }).click();
    await page.getByText("Score", { exact: true }).waitFor();
    const id = decodeURIComponent(page.url().split("/calls/")[1] ?? "");
    // A reload: the browser remembers the call, and opens it by its id.
    await page.goto(`${live}#/calls`);
    await page.reload();
    const row = page.getByRole("row").filter({ hasText: id });
    await row.getByText("completed").waitFor();
    await row.getByText(/^\d\d?(\.\d)?$/).waitFor();
    await glanceAt(page, "live-calls");
    await page.goto(`${live}#/settings`);
    await page.getByLabel("Id of the call").fill(id);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByText("Score", { exact: true }).waitFor();
    for (const path of ["agents", "categories", "campaigns", "trends", "settings"]) {
      await page.goto(`${live}#/${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      // Of these, the others are as they are with a fake.
      const look = path === "campaigns" || path === "settings" ? lookAt : glanceAt;
      await look(page, `live-${path}`);
    }
    await page.getByRole("button", { name: "Disconnect" }).click();
    await page.getByText("in page", { exact: true }).first().waitFor();
  },
  180_000,
);

test("a prospect is added to a campaign of the real service, which is named by its id", async ({ fake, page }) => {
  const live = await liveUrl(fake);
  const { organizations } = await fake.control<{ organizations: { campaigns: { id: string }[] }[] }>(
    "GET",
    "/organizations",
  );
  const id = organizations[0]?.campaigns[0]?.id ?? "";
  await page.goto(`${live}#/settings`);
  await page.getByLabel("Address of the proxy").fill(`${live}call-analysis/`);
  await page.getByRole("button", { name: "Connect to the real service" }).click();
  await page.getByRole("heading", { name: "No calls yet" }).waitFor();
  await page.goto(`${live}#/campaigns`);
  await page.getByLabel("Campaign id").fill(id);
  await page.getByRole("button", { name: "Use it" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Ravi Kumar");
  await page.getByLabel("Phone", { exact: true }).fill("+919812345678");
  await page.getByRole("button", { name: "Add prospect" }).click();
  await page.getByText(/^Added\./).waitFor();
});
