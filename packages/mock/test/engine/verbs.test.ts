import { expect, test } from "vitest";
import { pastOf, pastPhrase } from "../../src/engine/text/verbs.js";

test.each([
  ["ask", "asked"],
  ["introduce", "introduced"],
  ["clarify", "clarified"],
  ["stay", "stayed"],
  ["stop", "stopped"],
  ["offer", "offered"],
  ["give", "gave"],
  ["constructor", "constructored"],
])("the past of %s is %s", (verb, past) => {
  expect(pastOf(verb)).toBe(past);
});

test.each([
  ["greet and address the customer by name", "greeted and addressed the customer by name"],
  ["ask for the name and date of birth", "asked for the name and date of birth"],
  [
    "politely ask the customer to confirm and sign the form",
    "politely asked the customer to confirm and sign the form",
  ],
  ["listen to the customer and acknowledge the problem", "listened to the customer and acknowledged the problem"],
  ["read the terms, state the fees, and get a clear yes", "read the terms, stated the fees, and got a clear yes"],
  ["explain the options and offer to send a link", "explained the options and offered to send a link"],
  ["say why and for how long", "said why and for how long"],
  ["explain how to activate and use the card", "explained how to activate and use the card"],
])("%s is put into the past", (phrase, past) => {
  expect(pastPhrase(phrase)).toBe(past);
});
