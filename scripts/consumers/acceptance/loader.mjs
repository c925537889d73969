/** Loads packages as this project finds them, by import and by require. */
import { createRequire } from "node:module";

export const load = (name) => import(name);
export const require = createRequire(import.meta.url);
export const resolve = (name) => import.meta.resolve(name);
