/** What a person chooses for this browser. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { draw, press } from "../support/draw.ts";

test("what is chosen on the page of settings is chosen wherever else it can be", async () => {
  await draw("/settings");
  fireEvent.click(await screen.findByRole("checkbox", { name: "Shortcuts of single keys" }));
  await press("Keyboard shortcuts");
  const dialog = within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }));
  const isOn = dialog.getByRole<HTMLInputElement>("checkbox", { name: "Shortcuts of single keys" });
  expect(isOn.checked).toBe(false);
  fireEvent.click(isOn);
  await waitFor(() => expect(isOn.checked).toBe(true));
});
