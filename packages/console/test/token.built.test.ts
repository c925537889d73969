import { expect } from "vitest";
import { testWith } from "./support/console-test.ts";
import { lookAt } from "./support/look-at.ts";

const test = testWith({ adminToken: "s3cret+/#" });

test("the printed address opens the console, and the token does not stay in it", async ({ fake, page }) => {
  await page.goto(`${fake.url}/__mock__/#token=s3cret%2B%2F%23`);
  await page.getByRole("heading", { level: 1, name: "Calls" }).waitFor();
  expect(page.url()).not.toContain("token");
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Calls" }).waitFor();
});

test("without a token the console asks for it, and says when it is wrong", async ({ fake, page }) => {
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

test("another name of this machine leads to the server's own address, with the token", async ({ fake, page }) => {
  await page.goto(`${fake.url.replace("127.0.0.1", "localhost")}/__mock__/#token=s3cret%2B%2F%23`);
  await page.getByRole("heading", { level: 1, name: "Calls" }).waitFor();
  expect(new URL(page.url()).origin).toBe(fake.url);
});
