import { vi } from "vitest";
import { testNodeAdapter } from "./node-adapter.js";

// The adapter imports "msw"; in this file that is msw 2.15.
vi.mock("msw", () => import("msw2"));
vi.mock("msw/node", () => import("msw2/node"));

testNodeAdapter("msw 2");
