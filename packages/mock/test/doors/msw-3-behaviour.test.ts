import { testBehaviour } from "./behaviour.js";
import { openMsw } from "./door.js";

testBehaviour("msw 3", openMsw("msw 3"));
