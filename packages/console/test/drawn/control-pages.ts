/** What the pages that drive the fake draw and do. Their journeys in a browser are in `control-pages.built.test.ts`. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { createCall } from "../support/calls.ts";
import { clientOf, draw, drawable, fill, insteadOf, press, see } from "../support/draw.ts";

test("what the fake refuses of a fault is said at the field", async () => {
  await draw("/fake/faults?new=true&operation=createCall");
  await fill("Status", "99");
  await fill("Probability", "often");
  await press("Add");
  await see("must be a whole number from 200 to 599");
  await see("must be a number greater than 0");
  expect(screen.getByLabelText("Status").getAttribute("aria-invalid")).toBe("true");
  await fill("What goes wrong", "json");
  await fill("Fault", "{ no JSON }");
  await press("Add");
  await see(/is not JSON/);
});

test("faults of every kind are listed in words, and can be removed", async () => {
  const service = drawable();
  const [agent] = service.db.agents.list();
  service.faults.inject({ operation: "createCall", match: { memberId: agent?.id ?? "" }, network: "reset" });
  service.faults.inject({ latencyMs: { medianMs: 300, sigma: 0.5 }, probability: 0.2 });
  service.faults.inject({ upload: { bytesPerSecond: 250_000 }, skip: 1 });
  const sequence = [{ status: 503 }, { status: 429, retryAfter: 1 }, "pass" as const, { body: "truncate" as const }];
  service.faults.inject({ operation: "getCallAnalysis", sequence });
  await draw("/fake/faults", { service });
  await see("about 300 ms late");
  await see("status 429, retry after 1");
  const [place] = within(screen.getAllByRole("navigation", { name: "Pages" })[0] ?? document.body).getAllByRole(
    "link",
    { name: /^Faults/ },
  );
  expect(place?.textContent).toContain("Faults4");
  for (let left = 4; left > 0; left -= 1) {
    await waitFor(() => expect(screen.getAllByRole("button", { name: "Remove" })).toHaveLength(left));
    fireEvent.click(screen.getAllByRole("button", { name: "Remove" })[0] ?? document.body);
  }
  await see("Nothing goes wrong");
  await waitFor(() => expect(place?.textContent).not.toMatch(/\d/));
});

test("a rule makes calls fail for a reason", async () => {
  const service = await draw("/fake/rules");
  await press("Add a rule");
  await fill("How they end", "fail");
  await fill("Reason", "The recording is silent.");
  await press("Add");
  await see("fails: The recording is silent.");
  const callId = await createCall({ sdk: clientOf(service) });
  expect(service.engine.inspect(callId)).toMatchObject({ end: "failed", failureReason: "The recording is silent." });
});

test("what the fake refuses of a rule is said at the field", async () => {
  await draw("/fake/rules");
  await press("Add a rule");
  await fill("Score", "a lot");
  await fill("When they end", "afterMs");
  await fill("Milliseconds", "-1");
  await press("Add");
  await waitFor(() => expect(document.querySelectorAll('[aria-invalid="true"]').length).toBeGreaterThan(0));
  await fill("Milliseconds", "1");
  await fill("Score", "");
  await fill("Outcome", "Nobody knows this outcome");
  await press("Add");
  await see("must be one of the category's outcomes");
  expect(screen.getByLabelText("Outcome").getAttribute("aria-invalid")).toBe("true");
});

test("a gate for a prospect takes fields of its own", async () => {
  await draw("/fake/gates");
  await press("Add a gate");
  await fill("Operation", "addProspect");
  await press("Only those with a field…");
  await fill("Field", "city");
  await press("Add");
  await see("needs a value");
  await fill("Is", "Pune");
  await press("Add");
  await see("city = Pune");
});

test("a gate for some calls counts what it holds, and releases it", async () => {
  const service = await draw("/fake/gates");
  await press("Add a gate");
  await press("Only those with a field…");
  await fill("Field", "filename");
  await fill("Is", "vip.wav");
  await press("Add");
  await see("0 held");
  const sdk = clientOf(service);
  await createCall({ sdk }, { name: "another" });
  const created = [createCall({ sdk }, { name: "vip" }), createCall({ sdk }, { name: "vip" })];
  await see("2 held");
  await press("Release");
  expect(await Promise.all(created)).toHaveLength(2);
  await screen.findByRole("heading", { name: "No request is held" });
});

test("a rule for some calls is added, applies to them, and can be removed", async () => {
  const service = drawable();
  const [, category] = service.db.categories.list();
  await draw("/fake/rules", { service });
  await press("Add a rule");
  await press("Only those with a field…");
  await fill("Field", "categoryId");
  await fill("Is", category?.id ?? "");
  await fill("Score", "91");
  await fill("When they end", "afterPolls");
  await fill("Polls", "0");
  await press("Add");
  await see("completes with score 91");
  await see("after 0 polls");
  const sdk = clientOf(service);
  const { analysis } = await sdk.calls.getAnalysis(await createCall({ sdk }, { agent: 1, category: 1 }));
  expect(analysis?.score).toBe(91);
  await press("Remove");
  await screen.findByRole("heading", { name: "Every call ends as it is planned" });
});

/** Whatever a page reads, by the page. */
const reads = [
  ["/fake/faults", "/__mock__/faults"],
  ["/fake/journal", "/__mock__/journal?"],
  ["/fake/rules", "/__mock__/engine/rules"],
  ["/fake/gates", "/__mock__/gates"],
  ["/fake/state", "/__mock__/state?"],
] as const;

test.for(reads)("%s says why it cannot be read, and is read again when asked", async ([path, read]) => {
  const service = drawable();
  const error = { code: "broken", message: "The disk is full.", fields: [] };
  let isBroken = true;
  let count = 0;
  const broken = () => {
    count += 1;
    return isBroken ? Response.json({ error }, { status: 500 }) : undefined;
  };
  await draw(path, { service, fetch: insteadOf(service, read, broken) });
  expect((await screen.findByRole("alert")).textContent).toContain("The disk is full.");
  // Twice: it may read again by itself once, when it begins to hear of the fake's events.
  const before = count;
  await press("Retry");
  await waitFor(() => expect(count).toBeGreaterThan(before));
  isBroken = false;
  await press("Retry");
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});
