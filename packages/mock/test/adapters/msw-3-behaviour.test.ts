import { testBehaviour } from "./behaviour.js";
import { connectByMsw } from "./connection.js";

testBehaviour("msw 3", connectByMsw("msw 3"));
