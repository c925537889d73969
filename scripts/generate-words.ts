/** Copies the lists of names that the fake uses from faker, because faker's whole locale is slow to load. */
import { faker } from "@faker-js/faker/locale/en_IN";

/** Where the lists are, from the root of the repository. */
export const wordsPath = "packages/mock/src/engine/fields/generated/words.ts";

/** The text of the module with the lists, in faker's order. */
export function wordsModule(): string {
  const { first_name, last_name } = faker.definitions.person;
  const lists = {
    givenNames: [...(first_name.female ?? []), ...(first_name.male ?? [])],
    familyNames: last_name.generic ?? [],
  };
  const constants = Object.entries(lists).map(([name, words]) => constant(name, words));
  return `// Generated from @faker-js/faker (en_IN) by scripts/generate.ts. Never edited.\n\n${constants.join("\n")}`;
}

/** One string that is split when it is loaded: a list of literals would be three times as long. */
function constant(name: string, words: readonly string[]): string {
  return `export const ${name}: readonly string[] = ${JSON.stringify(words.join("|"))}.split("|");\n`;
}
