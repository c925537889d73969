/** How the console reaches a service: with a token, after it was away, through a proxy. */
import { expect, onTestFinished } from "vitest";
import { createCall } from "./support/calls.ts";
import { startCommand } from "./support/command.ts";
import { open, step, test, testWith } from "./support/console-test.ts";
import { type Fake, startFake } from "./support/fake.ts";
import { serveLive } from "./support/live-server.ts";
import { glanceAt, lookAt } from "./support/look-at.ts";
import { analyse, chooseBoth } from "./support/new-call.ts";

test("a fake with an admin token is opened by the address that the command prints, or by the token", async ({
  page,
}) => {
  const { printedUrl, stop } = await startCommand("--admin-token", "s3cret+/#");
  onTestFinished(stop);
  const calls = page.getByRole("heading", { level: 1, name: "Calls" });
  await step(
    "the printed address opens the console at the server's own name, and the token does not stay in it",
    async () => {
      await page.goto(printedUrl.replace("127.0.0.1", "localhost"));
      await calls.waitFor();
      expect(new URL(page.url()).origin).toBe(new URL(printedUrl).origin);
      expect(page.url()).not.toContain("token");
      await page.reload();
      await calls.waitFor();
    },
  );
  await step("without a token the console asks for it, and says when it is wrong", async () => {
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Admin token" }).waitFor();
    const field = page.getByLabel("Admin token");
    await field.fill("wrong");
    await field.press("Enter");
    await page.getByRole("alert").waitFor();
    await lookAt(page, "token");
    await field.fill("s3cret+/#");
    await field.press("Enter");
    await calls.waitFor();
  });
});

testWith({ keys: { north: "North", south: "South" } })(
  "another organization can be chosen, also for the next visit",
  async ({ fake, page }) => {
    await fake.control("POST", "/seed", {
      organization: "North",
      agents: [{ name: "Zoya", email: "z@example.com" }],
    });
    await open(page, fake, "/agents");
    await page.getByText("Zoya").waitFor();
    const choice = page.getByRole("combobox", { name: "Organization" });
    expect(await choice.locator("option:checked").textContent()).toBe("North");
    // This loads the page again.
    await choice.selectOption("South");
    await expect.poll(() => choice.locator("option:checked").textContent()).toBe("South");
  },
);

test("one tab reads the events for all; a fake that stops is told about, and its tabs come back when it is started anew", async ({
  context,
  browser: _,
}) => {
  const first = await startFake();
  const callId = await createCall(first);
  let streams = 0;
  context.on("request", (request) => {
    if (request.url().endsWith("/__mock__/events")) streams += 1;
  });
  const [call, agents] = [await context.newPage(), await context.newPage()];
  await open(call, first, `/calls/${callId}`);
  await call.getByText("There is no analysis yet").waitFor();
  await open(agents, first, "/agents");
  await agents.getByText("4 agents").waitFor();
  await step("one tab reads the events for all of them", async () => {
    await first.sdk.agents.create({ name: "Zoya Khan", email: "zoya@example.com" });
    await agents.getByText("5 agents").waitFor();
    expect(streams).toBe(1);
  });
  await first.stop();
  for (const page of [call, agents]) await page.getByText("goes on by itself").waitFor();
  await glanceAt(agents, "stream-lost");
  const second = await startFake({ port: Number(new URL(first.url).port) });
  onTestFinished(() => second.stop());
  await step("a call that is lost is said to be gone, with a way back to the list", async () => {
    await call.getByRole("heading", { name: "This call is gone" }).waitFor();
    await glanceAt(call, "scorecard-gone");
    await call.getByRole("link", { name: "All calls" }).click();
    await call.getByRole("heading", { name: "No calls yet" }).waitFor();
  });
  await step("another tab reads and changes the new fake with its key", async () => {
    await agents.getByText("4 agents").waitFor();
    await agents.getByRole("button", { name: "New agent" }).click();
    await agents.getByLabel("Full name").fill("Nadia Okafor");
    await agents.getByLabel("E-mail").fill("nadia@example.com");
    await agents.getByRole("button", { name: "Create" }).click();
    await agents.getByText("5 agents").waitFor();
    for (const page of [call, agents]) expect(await page.getByText("goes on by itself").count()).toBe(0);
  });
  await step("when the tab that reads the events is closed, another one does", async () => {
    await call.close();
    await second.sdk.agents.create({ name: "Zoya Khan", email: "zoya@example.com" });
    await agents.getByText("6 agents").waitFor();
  });
});

/** Serves the console and a proxy to the fake, which takes the place of the real service, until the test has ended. */
async function liveUrl(fake: Fake): Promise<string> {
  const { url, close } = await serveLive(fake);
  onTestFinished(close);
  return url;
}

/** Recordings go from the page straight to the store, which is the fake's here. */
const testWithStore = testWith({ cors: true, progression: { mode: "immediate" } });

testWithStore("through a proxy the real service is shown, and no key is in the browser", async ({ fake, page }) => {
  const live = await liveUrl(fake);
  await page.goto(`${live}#/settings`);
  await step("the real service has no pages of the fake, and its key is not kept", async () => {
    await page.getByLabel("Address of the proxy").fill("/call-analysis");
    await page.getByRole("button", { name: "Connect to the real service" }).click();
    await page.getByRole("heading", { name: "No calls yet" }).waitFor();
    await page.getByText("live", { exact: true }).first().waitFor();
    expect(await page.getByRole("link", { name: "Journal" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "+1 min" }).count()).toBe(0);
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(kept).not.toContain("test-key");
  });
  let id = "";
  await step("a call is created and analysed, with the agent and the category that a person chooses", async () => {
    const dialog = await analyse(page, { seconds: 95 });
    await dialog.getByRole("alert").getByText("Choose an agent.").waitFor();
    await chooseBoth(page, dialog);
    await dialog.getByRole("button", { name: "Analyse" }).click();
    await dialog.getByText("completed").waitFor();
    await dialog.getByRole("link", { name: "Open the call" }).click();
    await page.getByText("Score", { exact: true }).waitFor();
    id = decodeURIComponent(page.url().split("/calls/")[1] ?? "");
  });
  await step("the browser remembers the call, also after a reload", async () => {
    await page.goto(`${live}#/calls`);
    await page.reload();
    const row = page.getByRole("row").filter({ hasText: id });
    await row.getByText("completed").waitFor();
    await row.getByText(/^\d\d?(\.\d)?$/).waitFor();
    await glanceAt(page, "live-calls");
  });
  await step("a call is opened by its id", async () => {
    await page.goto(`${live}#/settings`);
    await glanceAt(page, "live-settings");
    await page.getByLabel("Id of the call").fill(id);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByText("Score", { exact: true }).waitFor();
  });
  await step("every page can be read", async () => {
    for (const path of ["agents", "categories", "trends"]) {
      await page.goto(`${live}#/${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await glanceAt(page, `live-${path}`);
    }
  });
  await step("whoever disconnects has the fake in the page again", async () => {
    await page.goto(`${live}#/settings`);
    await page.getByRole("button", { name: "Disconnect" }).click();
    await page.getByText("in page", { exact: true }).first().waitFor();
  });
});
