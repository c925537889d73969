import { vi } from "vitest";
import { testNodeDoor } from "./node-door.js";

// The door imports msw by its name; here that is msw 2.15.
vi.mock("msw", () => import("msw2"));
vi.mock("msw/node", () => import("msw2/node"));

testNodeDoor("msw 2");
