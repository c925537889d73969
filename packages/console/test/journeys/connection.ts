/** How the console reaches the fake: with a token, and after it was away. */
import { expect, onTestFinished } from "vitest";
import { createCall } from "../support/calls.ts";
import { startCommand } from "../support/command.ts";
import { open, step, test, testWith } from "../support/console-test.ts";
import { startFake } from "../support/fake.ts";
import { glanceAt, lookAt, narrow } from "../support/look-at.ts";

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
    await choice.selectOption("South");
    await expect.poll(() => choice.locator("option:checked").textContent()).toBe("South");
  },
);

test("a fake that stops is told about, and its tabs come back when it is started anew", async ({
  context,
  page: call,
}) => {
  const first = await startFake();
  const callId = await createCall(first);
  const agents = await context.newPage();
  await open(call, first, `/calls/${callId}`);
  await call.getByText("There is no analysis yet").waitFor();
  await open(agents, first, "/agents");
  await agents.getByText("4 agents").waitFor();
  await first.stop();
  for (const page of [call, agents]) await page.getByText("this data may be old").waitFor();
  await glanceAt(agents, "stream-lost");
  await step("a page that was never opened is there, and says that it has no data", async () => {
    const navigation = agents.getByRole("navigation", { name: "Pages" });
    await navigation.getByRole("link", { name: "Trends" }).click();
    await agents.getByRole("heading", { level: 1, name: "Trends" }).waitFor();
    await agents.getByRole("alert").getByRole("button", { name: "Retry" }).waitFor();
    await navigation.getByRole("link", { name: "Agents" }).click();
  });
  const second = await startFake({ port: Number(new URL(first.url).port) });
  onTestFinished(() => second.stop());
  await step("a call that is lost is said to be gone, with a way back to the list", async () => {
    await call.getByRole("heading", { name: "This call is gone" }).waitFor();
    await glanceAt(call, "scorecard-gone");
    await call.getByRole("link", { name: "All calls" }).click();
    await call.getByRole("heading", { name: "No calls yet" }).waitFor();
  });
  await step("another tab reads and changes the new fake with its key", async () => {
    await agents.getByText("this data may be old").waitFor({ state: "detached" });
    await agents.getByText("4 agents").waitFor();
    await agents.setViewportSize(narrow);
    await agents.getByRole("button", { name: "New agent" }).click();
    await agents.getByLabel("Full name").fill("Nadia Okafor");
    await agents.getByLabel("E-mail").fill("nadia@example.com");
    await agents.getByRole("button", { name: "Create" }).click();
    await agents.getByText("5 agents").waitFor();
  });
  await step("in a narrow window a message covers neither the clock's buttons nor the page's", async () => {
    const message = agents.getByRole("dialog", { name: "Nadia Okafor is created" });
    await message.waitFor();
    // A trial click goes through the checks of a click: one of them is that nothing covers the button.
    for (const name of ["+1 s", "+1 min", "New agent"])
      await agents.getByRole("button", { name }).click({ trial: true });
    expect(await message.isVisible()).toBe(true);
    for (const page of [call, agents]) expect(await page.getByText("this data may be old").count()).toBe(0);
  });
});
