import type { Page } from "playwright-core";
import { expect } from "vitest";
import { open, test } from "./support/console-test.ts";
import type { Fake } from "./support/fake.ts";
import { glanceAt, lookAt } from "./support/look-at.ts";

/** Creates a call as an application does, with the second agent and the second category. */
async function createCall({ sdk }: Fake): Promise<string> {
  const [[, agent], [, category]] = await Promise.all([sdk.agents.list(), sdk.categories.list()]);
  const audio_url = "https://recordings.example.com/vip.wav";
  const { callId } = await sdk.calls.create({ memberId: agent?.id ?? "", categoryId: category?.id ?? "", audio_url });
  return callId;
}

async function dialogOf(page: Page, name: string) {
  await page.getByRole("button", { name }).click();
  return page.getByRole("dialog", { name });
}

test.for([
  ["faults", "Nothing goes wrong", "/__mock__/faults"],
  ["rules", "Every call ends as it is planned", "/__mock__/engine/rules"],
  ["gates", "No request is held", "/__mock__/gates"],
])("the page of %s is empty at first, and says how to fill it", async ([path, heading, command], { fake, page }) => {
  await open(page, fake, `/fake/${path}`);
  await page.getByRole("heading", { name: heading }).waitFor();
  await page.getByText(`curl -X POST ${fake.url}${command}`).waitFor();
  await glanceAt(page, `${path}-empty`);
});

test("a fault is added by the form, makes its request fail, and is used up", async ({ fake, page }) => {
  await open(page, fake, "/fake/faults");
  const dialog = await dialogOf(page, "Add a fault");
  await dialog.getByLabel("Operation").selectOption("listAgents");
  await dialog.getByLabel("Status").fill("418");
  await dialog.getByLabel("Times").fill("2");
  await lookAt(page, "fault-form");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  const row = page.getByRole("listitem").filter({ hasText: "listAgents" });
  await row.getByText("used 0 of 2").waitFor();
  await expect(fake.sdk.agents.list()).rejects.toMatchObject({ status: 418 });
  await row.getByText("used 1 of 2").waitFor();
  await expect(fake.sdk.agents.list()).rejects.toMatchObject({ status: 418 });
  await page.getByRole("heading", { name: "Nothing goes wrong" }).waitFor();
});

test("what the fake refuses of a fault is said at the field", async ({ fake, page }) => {
  await page.goto(`${fake.url}/__mock__/#/fake/faults?new=true&operation=createCall`);
  const dialog = page.getByRole("dialog", { name: "Add a fault" });
  await dialog.getByLabel("Status").fill("99");
  await dialog.getByLabel("Probability").fill("often");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByText("must be a whole number from 200 to 599").waitFor();
  await dialog.getByText("must be a number greater than 0").waitFor();
  expect(await dialog.getByLabel("Status").getAttribute("aria-invalid")).toBe("true");
  await lookAt(page, "fault-form-problems");
  await dialog.getByLabel("What goes wrong").selectOption("json");
  await dialog.getByLabel("Fault", { exact: true }).fill("{ no JSON }");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByText(/is not JSON/).waitFor();
});

test("faults of every kind are listed in words, and can be removed", async ({ fake, page }) => {
  const [agent] = await fake.sdk.agents.list();
  await fake.control("POST", "/faults", { operation: "createCall", match: { memberId: agent?.id }, network: "reset" });
  await fake.control("POST", "/faults", { latencyMs: { medianMs: 300, sigma: 0.5 }, probability: 0.2 });
  await fake.control("POST", "/faults", { upload: { bytesPerSecond: 250_000 }, skip: 1 });
  const sequence = [{ status: 503 }, { status: 429, retryAfter: 1 }, "pass", { body: "truncate" }];
  await fake.control("POST", "/faults", { operation: "getCallAnalysis", sequence });
  await open(page, fake, "/fake/faults");
  await page.getByText("about 300 ms late").waitFor();
  const place = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Faults" });
  await place.getByText("4", { exact: true }).waitFor();
  await page.getByText("status 429, retry after 1").waitFor();
  await lookAt(page, "faults");
  for (let left = 4; left > 0; left -= 1) {
    await expect.poll(() => page.getByRole("button", { name: "Remove" }).count()).toBe(left);
    await page.getByRole("button", { name: "Remove" }).first().click();
  }
  await page.getByRole("heading", { name: "Nothing goes wrong" }).waitFor();
  await expect.poll(() => place.getByText(/\d/).count()).toBe(0);
});

test("a rule is added by the form, and calls end as it says", async ({ fake, page }) => {
  const [, category] = await fake.sdk.categories.list();
  await open(page, fake, "/fake/rules");
  const dialog = await dialogOf(page, "Add a rule");
  await dialog.getByRole("button", { name: "Only those with a field…" }).click();
  await dialog.getByLabel("Field").selectOption("categoryId");
  await dialog.getByLabel("Is", { exact: true }).fill(category?.id ?? "");
  await dialog.getByLabel("Score").fill("91");
  await dialog.getByLabel("When they end").selectOption("afterPolls");
  await dialog.getByLabel("Polls").fill("0");
  await lookAt(page, "rule-form");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("completes with score 91").waitFor();
  await page.getByText("after 0 polls").waitFor();
  await lookAt(page, "rules");
  const { analysis } = await fake.sdk.calls.getAnalysis(await createCall(fake));
  expect(analysis?.score).toBe(91);
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("heading", { name: "Every call ends as it is planned" }).waitFor();
});

test("a rule makes calls fail for a reason", async ({ fake, page }) => {
  await open(page, fake, "/fake/rules");
  const dialog = await dialogOf(page, "Add a rule");
  await dialog.getByLabel("How they end").selectOption("fail");
  await dialog.getByLabel("Reason").fill("The recording is silent.");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("fails: The recording is silent.").waitFor();
  const call = await fake.control("GET", `/calls/${await createCall(fake)}`);
  expect(call).toMatchObject({ end: "failed", failureReason: "The recording is silent." });
});

test("what the fake refuses of a rule is said at the field", async ({ fake, page }) => {
  await open(page, fake, "/fake/rules");
  const dialog = await dialogOf(page, "Add a rule");
  await dialog.getByLabel("Score").fill("a lot");
  await dialog.getByLabel("When they end").selectOption("afterMs");
  await dialog.getByLabel("Milliseconds").fill("-1");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect.poll(() => dialog.locator('[aria-invalid="true"]').count()).toBeGreaterThan(0);
  await dialog.getByLabel("Milliseconds").fill("1");
  await dialog.getByLabel("Score").fill("");
  await dialog.getByLabel("Outcome").fill("Nobody knows this outcome");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByText(/must be one of the category's outcomes/).waitFor();
  expect(await dialog.getByLabel("Outcome").getAttribute("aria-invalid")).toBe("true");
  await lookAt(page, "rule-form-problems");
});

test("a gate is added by the form, counts what it holds, and releases it", async ({ fake, page }) => {
  await open(page, fake, "/fake/gates");
  const dialog = await dialogOf(page, "Add a gate");
  await dialog.getByRole("button", { name: "Only those with a field…" }).click();
  await dialog.getByLabel("Field").selectOption("filename");
  await dialog.getByLabel("Is", { exact: true }).fill("vip.wav");
  await lookAt(page, "gate-form");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("0 held").waitFor();
  const created = [createCall(fake), createCall(fake)];
  await page.getByText("2 held").waitFor();
  await lookAt(page, "gates");
  await page.getByRole("button", { name: "Release" }).click();
  expect(await Promise.all(created)).toHaveLength(2);
  await page.getByRole("heading", { name: "No request is held" }).waitFor();
});

test("a gate for a prospect takes fields of its own", async ({ fake, page }) => {
  await open(page, fake, "/fake/gates");
  const dialog = await dialogOf(page, "Add a gate");
  await dialog.getByLabel("Operation").selectOption("addProspect");
  await dialog.getByRole("button", { name: "Only those with a field…" }).click();
  await dialog.getByLabel("Field").fill("city");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByText("needs a value").waitFor();
  await dialog.getByLabel("Is", { exact: true }).fill("Pune");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("city = Pune").waitFor();
});

test.for([
  ["journal", "/journal?"],
  ["faults", "/faults"],
  ["rules", "/engine/rules"],
  ["gates", "/gates"],
  ["state", "/state?"],
])(
  "when the page of %s cannot be read, it says why, and reads again when asked",
  async ([path, read], { fake, page }) => {
    const error = { code: "broken", message: "The disk is full.", fields: [] };
    const isRead = (url: URL) => `${url.pathname}${url.search}`.includes(`/__mock__${read}`);
    await page.route(isRead, (route) => route.fulfill({ status: 500, json: { error } }));
    await open(page, fake, `/fake/${path}`);
    await page.getByRole("alert").getByText("The disk is full.").waitFor();
    await glanceAt(page, `${path}-error`);
    await page.unroute(isRead);
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("alert").waitFor({ state: "detached" });
  },
);
