/** Puts the built console, with the fake inside the page, where the page Playground links to it. */
import { cpSync, rmSync } from "node:fs";

const playground = new URL("../public/playground/", import.meta.url);
rmSync(playground, { recursive: true, force: true });
cpSync(new URL("../../packages/console/dist/", import.meta.url), playground, { recursive: true });
