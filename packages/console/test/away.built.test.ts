import { expect } from "vitest";
import { open, test } from "./support/console-test.ts";

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
