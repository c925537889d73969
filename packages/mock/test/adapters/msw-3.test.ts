import { testBehaviour } from "./behaviour.js";
import { connectByMsw } from "./connection.js";
import { testNodeAdapter } from "./node-adapter.js";
import { testSharedHost } from "./shared-host.js";

testBehaviour("msw 3", connectByMsw("msw 3"));
testNodeAdapter("msw 3");
testSharedHost("msw 3");
