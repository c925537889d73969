/** What every page that drives the fake does when it cannot read what it shows. */
import { screen, waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { draw, drawable, insteadOf, press } from "../support/draw.ts";

/** Whatever a page reads, by the page. */
const reads = [
  ["/fake/journal", "/__mock__/journal?"],
  ["/fake/rules", "/__mock__/rules"],
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
