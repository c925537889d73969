import { testBehaviour } from "./behaviour.js";
import { openHttp } from "./door.js";

testBehaviour("HTTP", openHttp);
