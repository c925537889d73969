/** Plausible values for extraction fields, by the field's type and name. */
import type { Random } from "../../core/random.js";
import { clockTime, dayInIndia, dayMs, secondsAt, twoDigits } from "../call-time.js";
import type { ExtractionField } from "../configuration.js";
import type { Answer } from "../review-schema.js";
import { digits, type Persona } from "./persona.js";

/** The value of a field. */
export type FieldValue = string | number | boolean | string[] | null;

/** The inputs of a field's value. */
export interface FieldValueOptions {
  random: Random;
  persona: Persona;
  callDateMs: number;
  durationSeconds: number;
  /** The answer to the criterion that asks for the value. Undefined if none does. */
  answer: Answer | undefined;
}

type MakeValue = (field: ExtractionField, options: FieldValueOptions) => FieldValue;

/** The makers of values, by the field's type. The specification names no types, so common names are understood. */
const makers: readonly (readonly [type: RegExp, make: MakeValue])[] = [
  [/multi|array|list|tags|checkboxes/, someChoices],
  [/enum|select|choice|option|dropdown|radio/, oneChoice],
  [/date|time/, dateValue],
  [/bool|yes.?no|flag|toggle|checkbox/, (_, { random }) => random.chance(0.6)],
  [/number|integer|^int$|float|decimal|double|currency|money|amount|percent|rating/, numberValue],
];

/**
 * Draws the value of a field. A field with choices gets one of them, whatever its type. Without choices, it gets null
 * or an empty list.
 */
export function fieldValue(field: ExtractionField, options: FieldValueOptions): FieldValue {
  return makerOf(field)(field, options);
}

/** Whether a field's value is a list of choices. */
export function isList(field: ExtractionField): boolean {
  return makerOf(field) === someChoices;
}

/** The type of a field. A text with choices is a choice, and an unknown type is text. */
function makerOf(field: ExtractionField): MakeValue {
  const type = field.fieldType.toLowerCase();
  const [, make] = makers.find(([pattern]) => pattern.test(type)) ?? [];
  return make ?? (choicesOf(field).length > 0 ? oneChoice : textValue);
}

/** The distinct values to choose from, in the order of the configuration. */
function choicesOf({ enumValues, enumOptions }: ExtractionField): string[] {
  return [...new Set([...enumValues, ...enumOptions.map(({ value }) => value)])];
}

function oneChoice(field: ExtractionField, { random }: FieldValueOptions): string | null {
  const choices = choicesOf(field);
  return choices.length === 0 ? null : random.pick(choices);
}

/** One to three of the choices, in their own order: one if the criterion was partly met, more if it was met. */
function someChoices(field: ExtractionField, { random, answer }: FieldValueOptions): string[] {
  const choices = choicesOf(field);
  const count = random.integer(answer === "met" ? 2 : 1, answer === "partly" ? 1 : 3);
  const chosen = new Set(random.shuffle(choices).slice(0, count));
  return choices.filter((choice) => chosen.has(choice));
}

/** The ranges of whole numbers, by words in the field's type or name: from, to, and step. The first match counts. */
const ranges: readonly (readonly [mentioned: RegExp, from: number, to: number, step: number])[] = [
  [/days overdue|overdue days/, 3, 29, 1],
  [/days/, 2, 7, 1],
  [/attempts|times|previous|contacts|repeat/, 1, 3, 1],
  [/employees|headcount|seats|users|agents|team|licen[cs]es/, 5, 240, 5],
  [/budget|revenue|turnover|deal/, 50_000, 900_000, 25_000],
  [/amount|currency|money|price|cost|fee|balance|\bdue\b|outstanding|\bemi\b|refund/, 1_500, 48_000, 50],
  [/(?:)/, 1, 100, 1],
];

/** A number in the range that the field's name suggests. */
function numberValue({ fieldName, displayName, fieldType }: ExtractionField, { random }: FieldValueOptions) {
  // `daysOverdue` and `days_overdue` as `days Overdue` and `days overdue`.
  const words = fieldName.replace(/_/g, " ").replace(/([a-z])([A-Z])/g, "$1 $2");
  const text = `${displayName} ${words} ${fieldType}`.toLowerCase();
  const [, from = 0, to = 0, step = 1] = ranges.find(([mentioned]) => mentioned.test(text)) ?? [];
  return random.integer(from / step, to / step) * step;
}

/**
 * A day, an ISO-8601 date-time in UTC, or `HH:MM`, depending on the field's type. Its name decides whether it is before
 * or after the call.
 */
function dateValue(field: ExtractionField, options: FieldValueOptions): string {
  const { random } = options;
  const day = dayOf(field, options);
  const time = `${twoDigits(random.integer(10, 18))}:${random.pick(["00", "15", "30", "45"])}`;
  const type = field.fieldType.toLowerCase();
  if (/date.?time|timestamp/.test(type)) return new Date(`${day}T${time}:00+05:30`).toISOString();
  return type.includes("date") ? day : time;
}

function dayOf({ fieldName, displayName }: ExtractionField, { random, callDateMs }: FieldValueOptions): string {
  const text = `${fieldName} ${displayName}`.toLowerCase();
  // Nobody without a connection waits two weeks for a technician.
  const days = random.integer(1, /visit/.test(text) ? 4 : 14);
  const isPast = /last|previous|since|purchase|order|invoice|incident|reported|paid|due|opened/.test(text);
  const day = dayInIndia(callDateMs + (isPast ? -days : days) * dayMs);
  // Nobody is given an appointment on a Sunday.
  const isSunday = new Date(`${day}T00:00:00Z`).getUTCDay() === 0;
  return isSunday && !isPast ? dayInIndia(callDateMs + (days + 1) * dayMs) : day;
}

/** The makers of texts, by words in the field's type or name. The first match counts. */
const texts: readonly (readonly [
  mentioned: RegExp,
  make: (options: FieldValueOptions, displayName: string) => string,
])[] = [
  [/e-?mail/, ({ persona }) => persona.email],
  [/phone|mobile|\btel\b|whatsapp|(?:contact|callback) number/, ({ persona }) => persona.phone],
  [/company|organi[sz]ation|employer|business/, ({ persona }) => persona.company],
  [/\b(?:id|number|reference|ticket|order|invoice|account|policy)\b/, referenceNumber],
  [/\bname\b|customer|contact|\bperson\b/, ({ persona }) => persona.name],
];

/** An invented text if the field's name says what it contains, else the field's own words and a time in the call. */
function textValue({ fieldName, displayName, fieldType }: ExtractionField, options: FieldValueOptions): string {
  const text = `${fieldType} ${displayName} ${fieldName}`.toLowerCase().replaceAll("_", " ");
  const [, make] = texts.find(([mentioned]) => mentioned.test(text)) ?? [];
  if (make) return make(options, displayName);
  const seconds = secondsAt(options.durationSeconds, 0.1 + 0.8 * options.random.next());
  return `${displayName || fieldName} (${clockTime(seconds)})`;
}

/** Six digits after initials: `LN-048213` for a loan number. */
function referenceNumber({ random }: FieldValueOptions, displayName: string): string {
  const initials = [...displayName.matchAll(/\b[a-z]/gi)].join("").toUpperCase();
  return [initials, digits(6, random)].filter((part) => part !== "").join("-");
}
