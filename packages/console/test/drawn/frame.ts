/** What stands around every page. What needs a browser's keys, themes and layout is in `../journeys/frame.ts`. */
import { screen, waitFor } from "@testing-library/dom";
import { expect, test } from "vitest";
import { zonedText, zoneName } from "../../src/ui/time-zone.ts";
import { createCall } from "../support/calls.ts";
import { clientOf, draw, drawable, fill, press, see } from "../support/draw.ts";

test("calls move on with the clock, which can be set, and does not go back", async () => {
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
  await press("Set…");
  const timeField = `Time (${zoneName()})`;
  await fill(timeField, "2030-06-15T12:00:00");
  await press("Set");
  await see("2030-06-15 12:00");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await press("+1 min");
  await see("2030-06-15 12:01");
  expect(zonedText(service.clock.now()) >= "2030-06-15T12:01").toBe(true);
  await press("Set…");
  await fill(timeField, "2030-06-15T11:00:00");
  await press("Set");
  await see("The clock was not moved");
  await see(/cannot go back to/);
});

test.for([
  ["/calls", "No calls yet"],
  ["/trends", "No scores yet"],
  ["/agents", "No agents yet"],
  ["/fake/journal", "No requests yet"],
  ["/fake/rules", "No rules: every request gets its normal response"],
])("%s without data says the next step", async ([path = "", heading = ""]) => {
  await draw(path, { service: drawable({ scenario: "empty" }) });
  await screen.findByRole("heading", { name: heading });
});
