import { testNodeDoor } from "./node-door.js";

testNodeDoor("msw 3");
