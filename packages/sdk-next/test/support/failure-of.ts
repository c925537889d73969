/** What a promise rejects with; a test that meets a success fails. */
export async function failureOf(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("It was to fail, and succeeded.");
}

/** The same, for a rejection that must be of a class of the package. */
export async function rejectionOf<E extends Error>(
  promise: PromiseLike<unknown>,
  type: abstract new (...parameters: never[]) => E,
): Promise<E> {
  const error = await failureOf(promise);
  if (!(error instanceof type)) throw new Error(`It was to fail with ${type.name}.`, { cause: error });
  return error;
}
