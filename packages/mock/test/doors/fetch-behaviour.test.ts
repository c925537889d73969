import { testBehaviour } from "./behaviour.js";
import { openFetch } from "./door.js";

testBehaviour("fetch", openFetch);
