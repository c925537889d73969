import { testBehaviour } from "./behaviour.js";
import { connectByFetch, connectOverHttp } from "./connection.js";

testBehaviour("fetch", connectByFetch);
testBehaviour("HTTP", connectOverHttp);
