/** Chooses and fills the sentences of a call's review. No sentence is chosen twice while there are others. */
import { seededRandom } from "../core/random.js";
import { clockTime } from "./call-time.js";
import type { ReviewedCategory, Sentences } from "./configuration.js";
import type { Extractions } from "./extractions.js";
import type { FieldValue } from "./fields/field-value.js";
import type { Participants } from "./text/participants.js";
import { dayText, hourText, valueText } from "./text/values.js";

/** `{agent}`, `{counterpart}`, `{time}`, and `{field:NAME}`, `{day:NAME}` or `{hour:NAME}`; `{{` and `}}` are braces. */
export const placeholderPattern = /\{\{|\}\}|\{(?:(agent|counterpart|time)|(field|day|hour):([^{}]+))\}/g;

const writers = { field: valueText, day: dayText, hour: hourText };

/** What the texts of an analysis are written from, besides its findings. */
export interface ReviewOptions {
  /** The call's key. */
  key: string;
  category: ReviewedCategory;
  participants: Participants;
  durationSeconds: number;
  extractions: Extractions;
}

/** What a sentence is for. */
export interface SentencePlace {
  /** Names the draw. */
  name: readonly string[];
  /** The moment that `{time}` stands for, in seconds from the start. */
  seconds: number;
}

/** The sentences of one call. */
export class SentenceWriter {
  readonly #options: Pick<ReviewOptions, "key" | "participants" | "extractions">;
  readonly #used = new Set<string>();

  constructor(options: Pick<ReviewOptions, "key" | "participants" | "extractions">) {
    this.#options = options;
  }

  /**
   * One of the sentences with its placeholders filled. Undefined when there is none, or when each names a value that
   * this call does not have.
   */
  write(sentences: Sentences | undefined, { name, seconds }: SentencePlace): string | undefined {
    const possible = (sentences ?? []).filter((sentence) => this.#isKnown(sentence));
    const shuffled = seededRandom(this.#options.key, "sentence", ...name).shuffle(possible);
    const chosen = shuffled.find((sentence) => !this.#used.has(sentence)) ?? shuffled[0];
    if (chosen === undefined) return undefined;
    this.#used.add(chosen);
    return this.#filled(chosen, seconds);
  }

  /** The first of some texts that was not written before; else one that says which time it is. */
  unique(texts: readonly [string, ...string[]]): string {
    const text = texts.find((each) => !this.#used.has(each)) ?? `${texts[0]} (${this.#used.size + 1})`;
    this.#used.add(text);
    return text;
  }

  #isKnown(sentence: string): boolean {
    const names = [...sentence.matchAll(placeholderPattern)];
    return names.every(([, , kind, name]) => kind === undefined || this.#valueOf(kind, name) !== "");
  }

  #valueOf(kind: string, name = ""): string {
    const { extractions } = this.#options;
    const value: FieldValue = Object.hasOwn(extractions, name) ? (extractions[name] ?? null) : null;
    return writers[kind as keyof typeof writers](value);
  }

  #filled(sentence: string, seconds: number): string {
    const { agentName, counterpart } = this.#options.participants;
    const words: Record<string, string> = {
      agent: agentName,
      counterpart: `the ${counterpart}`,
      time: clockTime(seconds),
    };
    return sentence.replace(placeholderPattern, (whole, word?: string, kind?: string, name?: string, offset = 0) => {
      if (word === undefined && kind === undefined) return whole.charAt(0);
      const text = kind === undefined ? (words[word ?? ""] ?? "") : this.#valueOf(kind, name);
      return startsSentence(sentence.slice(0, offset)) ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text;
    });
  }
}

/** Whether what follows some text begins a sentence. */
function startsSentence(before: string): boolean {
  return /(?:^|[.!?…]["”’]? )["“‘]?$/.test(before);
}
