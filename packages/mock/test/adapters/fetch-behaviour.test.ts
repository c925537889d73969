import { testBehaviour } from "./behaviour.js";
import { connectByFetch } from "./connection.js";

testBehaviour("fetch", connectByFetch);
