import { vi } from "vitest";
import { testSharedHost } from "./shared-host.js";

// The adapter imports "msw"; in this file that is msw 2.15.
vi.mock("msw", () => import("msw2"));
vi.mock("msw/node", () => import("msw2/node"));

testSharedHost("msw 2");
