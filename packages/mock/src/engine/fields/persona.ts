/** The person on the other side of the call, made up once so that name, e-mail and company belong together. */
import { faker } from "@faker-js/faker/locale/en_IN";
import type { Random } from "../../seeded.js";

/** Who the agent speaks to. */
export interface Persona {
  name: string;
  email: string;
  phone: string;
  company: string;
  city: string;
}

/** A person, with an e-mail at example.com. */
export function makePersona(random: Random): Persona {
  const [given, family] = [givenName(random), familyName(random)];
  return {
    name: `${given} ${family}`,
    email: `${slug(given)}.${slug(family)}@example.com`,
    phone: `+91 9${digits(4, random)} ${digits(5, random)}`,
    company: `${familyName(random)} ${random.pick(["Enterprises", "Group", "Industries", "Pvt Ltd"])}`,
    city: random.pick(faker.definitions.location.city_name),
  };
}

/** So many digits at random. */
export function digits(count: number, random: Random): string {
  return Array.from({ length: count }, () => random.integer(0, 9)).join("");
}

// Of faker only the lists are used. Its generator is one for all, so a value would depend on the draws before it.

function givenName(random: Random): string {
  const { female = [], male = [] } = faker.definitions.person.first_name;
  return random.pick([...female, ...male]);
}

function familyName(random: Random): string {
  return random.pick(faker.definitions.person.last_name.generic ?? []);
}

function slug(name: string): string {
  return name.toLowerCase().replace(/[^a-z]+/g, "-");
}
