/** Texts that fit the name of a field. */
import { clockTime, secondsAt } from "../call-time.js";
import type { ExtractionField } from "../configuration.js";
import { digits, type FieldValueOptions, makePersona } from "./persona.js";

interface TextKind {
  /** What the field's type or name mentions. */
  pattern: RegExp;
  make: (options: FieldValueOptions, displayName: string) => string;
}

/** The first kind that fits is taken. */
const kinds: readonly TextKind[] = [
  { pattern: /e-?mail/, make: ({ persona }) => persona.email },
  { pattern: /phone|mobile|\btel\b|whatsapp|(?:contact|callback) number/, make: ({ persona }) => persona.phone },
  { pattern: /\burl\b|website|\blink\b/, make: websiteAddress },
  { pattern: /company|organi[sz]ation|employer|business/, make: ({ persona }) => persona.company },
  { pattern: /\bcity\b|location|\btown\b/, make: ({ persona }) => persona.city },
  { pattern: /language/, make: ({ random }) => random.pick(["English", "Hindi", "Marathi", "Tamil", "Telugu"]) },
  { pattern: /\b(?:id|number|reference|ticket|order|invoice|account|policy)\b/, make: referenceNumber },
  { pattern: /decision maker|spouse|manager|nominee|alternate|referr/, make: ({ random }) => makePersona(random).name },
  { pattern: /\bname\b|customer|contact|\bperson\b/, make: ({ persona }) => persona.name },
];

/** A text for a field: made up where its name says what it holds, else the field's own words and a time of the call. */
export function textValue(field: ExtractionField, options: FieldValueOptions): string {
  const { fieldName, displayName, fieldType } = field;
  const text = `${fieldType} ${displayName} ${fieldName}`.toLowerCase().replaceAll("_", " ");
  const kind = kinds.find(({ pattern }) => pattern.test(text));
  return kind ? kind.make(options, displayName) : placeInRecording(displayName || fieldName, options);
}

function websiteAddress({ persona }: FieldValueOptions): string {
  return `https://${persona.company.toLowerCase().replace(/[^a-z]+/g, "-")}.example.com`;
}

/** Six digits, after the initials of what they number: `LN-048213` for a loan number. */
function referenceNumber({ random }: FieldValueOptions, displayName: string): string {
  const initials = [...displayName.matchAll(/\b[a-z]/gi)].join("").toUpperCase();
  return [initials, digits(6, random)].filter((part) => part !== "").join("-");
}

/** In no language but the category's own. */
function placeInRecording(words: string, { random, durationSeconds }: FieldValueOptions): string {
  return `${words} (${clockTime(secondsAt(durationSeconds, 0.1 + 0.8 * random.next()))})`;
}
