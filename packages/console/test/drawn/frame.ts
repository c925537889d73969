/** What stands around every page. What needs a browser's keys and layout is in `../journeys/`. */
import { screen, waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createCall } from "../support/calls.ts";
import { clientOf, draw, drawable, press, see } from "../support/draw.ts";

test("calls move on with the clock", async () => {
  const service = drawable({ progression: { mode: "time", processingMs: 3_600_000, pendingMs: 3_600_000 } });
  await createCall({ sdk: clientOf(service) });
  await draw("/calls", { service });
  await see("a call changes in 60 min");
  await press("Next change");
  await screen.findByRole("row", { name: /call-0193\.wav.*pending/ });
  await press("Next change");
  await screen.findByRole("row", { name: /call-0193\.wav.*completed/ });
  const next = screen.getByRole<HTMLButtonElement>("button", { name: "Next change" });
  await waitFor(() => expect(next.disabled).toBe(true));
  const before = service.clock.now();
  await press("+1 h");
  await waitFor(() => expect(service.clock.now()).toBeGreaterThanOrEqual(before + 3_600_000));
});

test.for([
  ["/calls", "No calls yet"],
  ["/trends", "No scores yet"],
  ["/agents", "No agents yet"],
  ["/campaigns", "No campaigns yet"],
  ["/fake/journal", "No requests yet"],
  ["/fake/rules", "No rules: every request gets its normal response"],
])("%s without data says the next step", async ([path = "", heading = ""]) => {
  await draw(path, { service: drawable({ scenario: "empty" }) });
  await screen.findByRole("heading", { name: heading });
});
