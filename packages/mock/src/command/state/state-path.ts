/** Whether a state file can be where somebody wants it. */
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { isMissing } from "../../adapters/files/durable-file.js";

/** Checks that a state file can be read, and be written with the files beside it. @throws {Error} which says what to do */
export async function checkStatePath(path: string): Promise<void> {
  const folder = dirname(resolve(path));
  const isFolder = (await statOf(path, folder))?.isDirectory() ?? false;
  if (!isFolder) throw unusable(path, `there is no folder ${folder}. Create it`);
  const file = await statOf(path, path);
  if (file && !file.isFile())
    throw unusable(path, "it is a folder, or something else that is no file. Name a file in it");
  // A new snapshot takes the file's place, so the folder must be writable too.
  if (!(await mayUse(folder))) throw unusable(path, `this process may not write to ${folder}. Change its permissions`);
  if (file && !(await mayUse(path)))
    throw unusable(path, "this process may not read and write it. Change its permissions");
}

/** Undefined when nothing is there. */
async function statOf(path: string, place: string) {
  try {
    return await stat(place);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw unusable(path, `${error instanceof Error ? error.message : error}. Mend that`);
  }
}

async function mayUse(place: string): Promise<boolean> {
  try {
    await access(place, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function unusable(path: string, problem: string): Error {
  return new Error(`The state file ${path} cannot be used: ${problem}, or pass another --state file.`);
}
