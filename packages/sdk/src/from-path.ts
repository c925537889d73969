/** Paths of files. For servers only. */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ConfigurationError } from "./errors.js";

/**
 * Uses a file as a recording. A relative path is resolved now, so a later change of the working directory does not
 * matter.
 *
 * @throws {ConfigurationError} for anything except a path or a `file:` URL
 */
export function fromPath(path: string | URL): { path: string } {
  if (typeof path === "string" && path !== "") return { path: resolve(path) };
  if (path instanceof URL && path.protocol === "file:") return { path: fileURLToPath(path) };
  throw new ConfigurationError("path: expected a non-empty string or a file: URL.");
}
