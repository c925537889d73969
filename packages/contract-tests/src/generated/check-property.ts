import fc from "fast-check";
import { Departure } from "../departure.ts";

/**
 * Checks a property for generated inputs, and shrinks the first that it fails for.
 *
 * @param inputs how many inputs are tried
 * @throws {Departure} with the property's own statement; what was generated is in `seen`
 */
export async function checkProperty<Input>(
  input: fc.Arbitrary<Input>,
  property: (input: Input) => Promise<void>,
  inputs: number,
): Promise<void> {
  const { failed, errorInstance, counterexample, seed } = await fc.check(fc.asyncProperty(input, property), {
    numRuns: inputs,
  });
  if (!failed) return;
  if (!(errorInstance instanceof Departure)) throw errorInstance ?? new Error("Too few inputs could be generated.");
  const { message, place, seen } = errorInstance;
  throw new Departure(message, { ...(place === undefined ? {} : { place }), seen: { counterexample, seed, seen } });
}
