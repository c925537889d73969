/** One line of a journal's file: JSON that begins with a checksum of what follows, then key, stage and callId. */
import { crc32 } from "node:zlib";

/** What a line is about; the rest is the journal's. */
export interface JournalLine {
  key: string;
  stage: string;
  callId?: string | undefined;
}

/** Where key, stage and callId stand. */
export const headBytes = 1024;

/** At the end of a line that a full disk cut, where the file could not be shortened. */
export const torn = "#torn";

/** Each line begins with the checksum of what follows. */
const sumStart = '{"sum":"';
const sumEnd = '",';

export function textOf(line: object): string {
  const rest = JSON.stringify(line).slice(1);
  return `${sumStart}${sumOf(Buffer.from(rest))}${sumEnd}${rest}\n`;
}

export function isChecked(bytes: Buffer): boolean {
  const restAt = sumStart.length + 8 + sumEnd.length;
  return bytes.toString("latin1", sumStart.length, sumStart.length + 8) === sumOf(bytes.subarray(restAt));
}

function sumOf(bytes: Uint8Array): string {
  return crc32(bytes).toString(16).padStart(8, "0");
}

export function endsTorn(bytes: Buffer): boolean {
  return bytes.subarray(-torn.length).toString("latin1") === torn;
}

/** Key, stage and callId of a line whose checksum is right. */
export function headOfLine(bytes: Buffer): JournalLine {
  return headOf(bytes.toString("utf8", 0, headBytes)) ?? JSON.parse(bytes.toString("utf8"));
}

/** @returns undefined when it is not JSON */
export function parsed(bytes: Buffer): JournalLine | undefined {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

const head = /^\{"sum":"\w+","key":("(?:[^"\\]|\\.)*"),"stage":"(\w+)"(?:,"callId":("(?:[^"\\]|\\.)*"))?(?:,"[^c]|\})/;

/** What stands at the start of a line, so that a long one need not be parsed; undefined when that does not suffice. */
export function headOf(start: string): JournalLine | undefined {
  const [, key, stage, callId] = head.exec(start) ?? [];
  if (key === undefined || stage === undefined) return undefined;
  return { key: JSON.parse(key), stage, callId: callId && JSON.parse(callId) };
}

/** A line that was changed after it had been written. */
export class DamagedLineError extends Error {
  readonly line: number;

  /** @param line from 1 */
  constructor(line: number) {
    super(`Line ${line} is damaged.`);
    this.line = line;
  }
}
