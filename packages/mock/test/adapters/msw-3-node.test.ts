import { testNodeAdapter } from "./node-adapter.js";

testNodeAdapter("msw 3");
