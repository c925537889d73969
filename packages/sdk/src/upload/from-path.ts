/** Paths of files as they are given, made absolute. For servers only. */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ConfigurationError } from "../errors/request-errors.js";
import { isObject } from "../value-kinds.js";

/**
 * A file as a recording. A relative path is resolved now, so a later change of the working directory does
 * not matter.
 *
 * @throws {ConfigurationError} for options, and when it is neither a path nor a `file:` URL; whether the file exists is checked later
 * @example
 * await sdk.calls.analyzeFile({ file: fromPath("recordings/call.wav"), memberId, categoryId });
 */
export function fromPath(path: string | URL): { path: string };
export function fromPath(path: string | URL, options?: unknown): { path: string } {
  // `paths.map(fromPath)` passes an index.
  if (isObject(options))
    throw new ConfigurationError("fromPath() takes no options. Pass filename and contentType beside `file`.");
  if (typeof path === "string" && path !== "") return { path: resolve(path) };
  try {
    return { path: fileURLToPath(path) };
  } catch (cause) {
    throw new ConfigurationError("A file's path must be a non-empty text or a file: URL.", { cause });
  }
}
