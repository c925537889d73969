/** Puts the built console, with the fake inside the page, where the menu of the site links to it. */
import { cpSync, rmSync } from "node:fs";

const console = new URL("../public/console/", import.meta.url);
rmSync(console, { recursive: true, force: true });
cpSync(new URL("../../packages/console/dist/", import.meta.url), console, { recursive: true });
