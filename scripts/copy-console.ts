/**
 * Puts the built console into the package of the fake, which serves it: without the fake that runs in the page, for only
 * a console on a host of files needs that. The console is built from the fake, so this is a task after both builds.
 */
import { cpSync, rmSync } from "node:fs";
import { basename } from "node:path";

const copy = new URL("../packages/mock/dist/console/", import.meta.url);
rmSync(copy, { recursive: true, force: true });
const built = new URL("../packages/console/dist/", import.meta.url);
cpSync(built, copy, { recursive: true, filter: (path) => !basename(path).startsWith("fake-") });
