import { testBehaviour } from "./behaviour.js";
import { connectOverHttp } from "./connection.js";

testBehaviour("HTTP", connectOverHttp);
