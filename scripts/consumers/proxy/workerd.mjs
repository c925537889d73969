// Starts workerd with the bundled worker. Argument: the service's origin. Prints the proxy's own.
import { Miniflare } from "miniflare";

const miniflare = new Miniflare({
  host: "127.0.0.1",
  port: 0,
  modules: true,
  scriptPath: "worker.bundle.mjs",
  bindings: { SERVICE: process.argv[2] },
  compatibilityDate: "2026-04-01",
  // Without it a worker does not know that the browser has gone.
  compatibilityFlags: ["enable_request_signal"],
});
console.log((await miniflare.ready).origin);
