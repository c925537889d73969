/** Chooses and fills the texts of one analysis. A text is not reused before every text of its list was used. */
import { seededRandom } from "../core/random.js";
import type { ReviewedCategory } from "./configuration.js";
import type { Extractions } from "./extractions.js";
import type { FieldValue } from "./fields/field-value.js";

/** `{agent}` and `{field:NAME}`, for example; `{{` and `}}` are braces. */
export const placeholderPattern = /\{\{|\}\}|\{([a-zA-Z]+)(?::([^{}]+))?\}/g;

/** The values of placeholders. A text is chosen only when each of its placeholders has a value. */
export type Words = Readonly<Record<string, string | undefined>>;

/** Writes the texts of one call. */
export class TextWriter {
  readonly #key: string;
  readonly #words: Words;
  readonly #values: ReadonlyMap<string, FieldValue>;
  readonly #uses = new Map<string, number>();

  constructor({ key, words, extractions }: { key: string; words: Words; extractions: Extractions }) {
    this.#key = key;
    this.#words = words;
    this.#values = new Map(Object.entries(extractions));
  }

  /** One of the texts, filled. Undefined if none can be filled. `name` identifies the draw. */
  write(texts: readonly string[] | undefined, name: readonly string[], words: Words = {}): string | undefined {
    const usesOf = (text: string) => this.#uses.get(text) ?? 0;
    const shuffled = seededRandom(this.#key, "text", ...name).shuffle(texts ?? []);
    for (const text of shuffled.toSorted((one, other) => usesOf(one) - usesOf(other))) {
      const filled = this.#filled(text, words);
      if (filled === undefined) continue;
      this.#uses.set(text, usesOf(text) + 1);
      return filled;
    }
    return undefined;
  }

  #filled(text: string, words: Words): string | undefined {
    let isComplete = true;
    const filled = text.replace(placeholderPattern, (whole, name?: string, field?: string, at = 0) => {
      if (name === undefined) return whole.charAt(0);
      const word = name === "field" ? valueText(this.#values.get(field ?? "")) : (words[name] ?? this.#words[name]);
      if (!word) isComplete = false;
      // "{counterpart}" begins sentences too.
      return startsSentence(text.slice(0, at)) ? capitalized(word ?? "") : (word ?? "");
    });
    return isComplete ? filled : undefined;
  }
}

/**
 * An extracted value as text, with commas in a long number. Empty for no value, and for yes and no, which mean nothing
 * alone.
 */
function valueText(value: FieldValue | undefined): string {
  if (value === null || value === undefined || typeof value === "boolean") return "";
  // `275000` as `2,75,000`. By hand, because not every runtime knows the Indian way.
  if (typeof value === "number") return String(value).replace(/(\d)(?=(?:\d\d)+\d$)/g, "$1,");
  return typeof value === "string" ? value : value.join(", ");
}

/** Whether the next word begins a sentence. */
function startsSentence(before: string): boolean {
  return /(?:^|[.!?…]["”’]?\s+)["“‘]?$/.test(before);
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

const counterparts =
  /\bthe (applicant|borrower|buyer|caller|client|customer|guest|lead|member|patient|prospect|student|user)\b/gi;

/** The names in the texts: the agent's first name, and the questions' most frequent word for the other person. */
export function participantWords(agentName: string, { analysisPointers }: ReviewedCategory): Words {
  const fullName = agentName.replace(/\s+/g, " ").trim();
  const [agent] = fullName.split(" ");
  const counts = new Map<string, number>();
  for (const { criterias } of analysisPointers)
    for (const { question } of criterias)
      for (const [, term = ""] of question.toLowerCase().matchAll(counterparts))
        counts.set(term, (counts.get(term) ?? 0) + 1);
  const [term = "customer"] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  return { agent, fullName, counterpart: `the ${term}` };
}
