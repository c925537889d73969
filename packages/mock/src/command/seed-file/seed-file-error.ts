/** A seed file that cannot be used. The message names the file, and every place in it that is wrong. */
export class SeedFileError extends Error {
  override readonly name = "SeedFileError";

  /** @param problem goes on after the file's name */
  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`The seed file ${path} ${problem}`, options);
  }
}
