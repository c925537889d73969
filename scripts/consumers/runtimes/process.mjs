// The program as a process, which gets the parameters as its own.
import sendAll from "./wire.mjs";

console.log(JSON.stringify(await sendAll(...process.argv.slice(2))));
// Connections that are kept open would keep the process.
process.exit(0);
