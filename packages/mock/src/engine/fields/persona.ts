/**
 * The person that the agent speaks to, and what else the values of a call's fields depend on. The person is made once a call,
 * so that name, e-mail and company belong together.
 */
import type { Random } from "../../core/random.js";
import type { Answer } from "../configuration.js";
import { cityNames, familyNames, givenNames } from "./generated/words.js";

/** A made-up person. */
export interface Persona {
  name: string;
  email: string;
  phone: string;
  company: string;
  city: string;
}

/** What the value of a field depends on. */
export interface FieldValueOptions {
  random: Random;
  persona: Persona;
  callDateMs: number;
  durationSeconds: number;
  /** The answer to what asks for the value; undefined when nothing does. */
  answer: Answer | undefined;
}

/** A person, with an e-mail at example.com. */
export function makePersona(random: Random): Persona {
  const [given, family] = [random.pick(givenNames), random.pick(familyNames)];
  return {
    name: `${given} ${family}`,
    email: `${slug(given)}.${slug(family)}@example.com`,
    phone: `+91 9${digits(4, random)} ${digits(5, random)}`,
    company: `${random.pick(familyNames)} ${random.pick(["Enterprises", "Group", "Industries", "Pvt Ltd"])}`,
    city: random.pick(cityNames),
  };
}

/** Random digits. */
export function digits(count: number, random: Random): string {
  return Array.from({ length: count }, () => random.integer(0, 9)).join("");
}

function slug(name: string): string {
  return name.toLowerCase().replace(/[^a-z]+/g, "-");
}
