// Runs the bundled worker in workerd, with the newest date that it accepts, and prints the response as it is.
// Arguments: a compatibility flag, and the parameters of the program.
import { Miniflare } from "miniflare";
import { compatibilityDate } from "workerd";

const [flag, ...parameters] = process.argv.slice(2);
const worker = { modules: true, scriptPath: "worker.bundle.mjs", compatibilityDate, compatibilityFlags: [flag] };
const miniflare = new Miniflare(worker);
const request = { method: "POST", body: JSON.stringify(parameters) };
console.log(await (await miniflare.dispatchFetch("http://worker.test/", request)).text());
await miniflare.dispose();
