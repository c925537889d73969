import { http } from "msw";
import { http as http2 } from "msw2";
import { expect, test, vi } from "vitest";
import { testBehaviour } from "./behaviour.js";
import { openMsw } from "./door.js";

// The door imports msw by its name; here that is msw 2.15.
vi.mock("msw", () => import("msw2"));
vi.mock("msw/node", () => import("msw2/node"));

test("the msw behind the door is msw 2", () => {
  expect(http).toBe(http2);
});

testBehaviour("msw 2", openMsw("msw 2"));
