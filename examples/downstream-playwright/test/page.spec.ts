import { expect, type Page } from "@playwright/test";
import { test } from "./mock.ts";

const recording = { name: "sales-call.wav", mimeType: "audio/wav", buffer: Buffer.from("the bytes of a recording") };
const match = { filename: "sales-call.wav" };

async function analyse(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByLabel("Recording").setInputFiles(recording);
  await expect(page.getByLabel("Category")).toContainText("Sales qualification");
  await page.getByRole("button", { name: "Analyse" }).click();
}

test("a recording becomes a score", async ({ page, mock }) => {
  await mock.rule({ match, complete: { score: 82, outcomeLabel: "Demo booked" } });
  await analyse(page);
  await expect(page.getByRole("status")).toHaveText("82 points: Demo booked");
});

test("a recording that cannot be analysed is shown as failed", async ({ page, mock }) => {
  await mock.rule({ match, fail: { reason: "Nobody speaks." } });
  await analyse(page);
  await expect(page.getByRole("status")).toHaveText("failed");
});

test("what one test plants is gone in the next", async ({ page }) => {
  await analyse(page);
  await expect(page.getByRole("status")).toContainText("points");
});

test("the form cannot be sent twice while the call is created", async ({ page, mock }) => {
  const gate = await mock.hold("createCall");
  await analyse(page);
  expect(await gate.reached()).toBe(true);
  await expect(page.getByRole("button", { name: "Analyse" })).toBeDisabled();
  await gate.release();
  await expect(page.getByRole("status")).toContainText("points");
  expect(await mock.count("createCall")).toBe(1);
});

test("when the response to a creation is lost, the page does not call it a failure", async ({ page, mock }) => {
  await mock.fault({ operation: "createCall", network: "reset", when: "after" });
  await analyse(page);
  await expect(page.getByRole("status")).toHaveText("Maybe the call was created. Look for it before you try again.");
  expect(await mock.count("createCall")).toBe(1);
});

test("a service that is busy for a moment goes unnoticed", async ({ page, mock }) => {
  await mock.fault({ operation: "getCallAnalysis", sequence: [{ status: 503 }, { status: 429, retryAfter: 0 }] });
  await analyse(page);
  await expect(page.getByRole("status")).toContainText("points");
});

test("the page shows the service's message about an agent who has left", async ({ page, mock }) => {
  await mock.fault({ operation: "createCall", status: 404, body: { error: { message: "No agent has this id." } } });
  await analyse(page);
  await expect(page.getByRole("status")).toContainText("No agent has this id");
});
