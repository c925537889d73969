import { http } from "msw";
import { http as http2 } from "msw2";
import { expect, test, vi } from "vitest";
import { testBehaviour } from "./behaviour.js";
import { connectByMsw } from "./connection.js";
import { testNodeAdapter } from "./node-adapter.js";
import { testSharedHost } from "./shared-host.js";

// The adapter imports "msw"; in this file that is msw 2.15.
vi.mock("msw", () => import("msw2"));
vi.mock("msw/node", () => import("msw2/node"));

test("the adapter under test runs on msw 2", () => {
  expect(http).toBe(http2);
});

testBehaviour("msw 2", connectByMsw("msw 2"));
testNodeAdapter("msw 2");
testSharedHost("msw 2");
