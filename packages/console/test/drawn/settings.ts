/** What a person chooses for this browser. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { proxyUrlOf } from "../../src/connection/live.ts";
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

test.for([
  ["/call-analysis", `${location.origin}/call-analysis`],
  [` ${location.origin}/call-analysis/ `, `${location.origin}/call-analysis`],
  ["https://calls.example.com/call-analysis/v1", "https://calls.example.com/call-analysis"],
])("the address “%s” of a proxy is %s", ([text = "", url]) => {
  expect(proxyUrlOf(text)).toBe(url);
});

test.for([
  ["calls.example.com", "begins with a slash"],
  ["https://ravi:secret@calls.example.com", "with a password"],
  ["https://calls.example.com/?a=1", "must end with its path"],
  ["http://calls.example.com", "must have https"],
])("the address “%s” of a proxy is refused", ([text = "", reason = ""]) => {
  expect(() => proxyUrlOf(text)).toThrow(reason);
});
