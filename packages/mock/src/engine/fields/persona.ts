/**
 * The person that the agent speaks to. Invented once for each call, so that name, e-mail and company belong together.
 */
import type { Random } from "../../core/random.js";
import { familyNames, givenNames } from "./generated/words.js";

/** A made-up person. */
export type Persona = ReturnType<typeof makePersona>;

/** A person, with an e-mail at example.com. */
export function makePersona(random: Random) {
  const [given, family] = [random.pick(givenNames), random.pick(familyNames)];
  return {
    name: `${given} ${family}`,
    email: `${slug(given)}.${slug(family)}@example.com`,
    phone: `+91 9${digits(4, random)} ${digits(5, random)}`,
    company: `${random.pick(familyNames)} ${random.pick(["Enterprises", "Group", "Industries", "Pvt Ltd"])}`,
  };
}

/** Random digits. */
export function digits(count: number, random: Random): string {
  return Array.from({ length: count }, () => random.integer(0, 9)).join("");
}

function slug(name: string): string {
  return name.toLowerCase().replace(/[^a-z]+/g, "-");
}
