/** The list of calls in a browser: what it saves. What it draws is in `drawn/calls.ts`. */
import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { createCall } from "../support/calls.ts";
import { open, test } from "../support/console-test.ts";
import { analyse } from "../support/new-call.ts";

test("the calls that the search finds are saved as CSV, with quotation marks and formulas as texts", async ({
  fake,
  page,
}) => {
  const [category] = await fake.sdk.categories.list();
  const categoryId = category?.id ?? "";
  await fake.control("POST", "/seed", { agents: [{ id: "mem_sum", name: "=1+1", email: "sum@example.com" }] });
  await createCall(fake, { name: "elsewhere" });
  const create = (name: string, udfs: Record<string, unknown>) =>
    fake.sdk.calls.create({ memberId: "mem_sum", categoryId, audio_url: `https://example.com/${name}.wav`, udfs });
  const first = await create("saved-1", { note: 'Said "no", and left' });
  await fake.control("POST", `/calls/${first.callId}/complete`, { score: 40, outcomeLabel: "Not interested" });
  const second = await create("saved-2", {});
  await open(page, fake);
  await page.getByLabel("Search calls").fill("saved-");
  await page.getByText("2 of 3 calls").waitFor();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe("calls.csv");
  const text = await readFile(await download.path(), "utf8");
  const [header, ...lines] = text.trimEnd().split("\n");
  expect(header).toBe(
    "\ufeffid,status,memberId,agentName,categoryId,categoryName,audioUrl,udfs,createdAt,durationSeconds,score,outcomeLabel,failureReason",
  );
  // The newest first, as in the list.
  expect(lines).toEqual([
    expect.stringMatching(
      `^${second.callId},processing,mem_sum,'=1\\+1,${categoryId},.*,https://example.com/saved-2.wav,`,
    ),
    expect.stringMatching(`^${first.callId},completed,mem_sum,'=1\\+1,.*,40,Not interested,$`),
  ]);
  expect(lines[1]).toContain(String.raw`"{""note"":""Said \""no\"", and left""}"`);
});

test("a browser sends a new call once, whatever becomes of its connection", async ({ fake, page }) => {
  await open(page, fake);
  for (const fault of [
    { network: "error", when: "after" },
    { network: "reset", when: "after" },
  ]) {
    await fake.control("POST", "/reset");
    await fake.control("POST", "/faults", { operation: "createCall", times: 1, ...fault });
    const dialog = await analyse(page);
    await dialog.getByText("Not certain whether the call was created").waitFor();
    // Without a status: it had no response.
    expect(await dialog.getByRole("alert").textContent()).toMatch(/SubmissionUncertainError$/);
    await dialog.getByRole("link", { name: "the request in the journal" }).click();
    await page.getByRole("link", { name: "createCall", exact: true }).first().waitFor();
    expect(await page.getByRole("link", { name: "createCall", exact: true }).count()).toBe(1);
    await open(page, fake);
    await page.getByText("1 call", { exact: true }).waitFor();
  }
});
