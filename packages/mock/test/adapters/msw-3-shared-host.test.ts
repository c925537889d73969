import { testSharedHost } from "./shared-host.js";

testSharedHost("msw 3");
