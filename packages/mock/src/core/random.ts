/**
 * Repeatable random numbers. A draw depends on its key alone, never on earlier draws for other keys. Not for secrets.
 */

/** One part of a key. */
export type KeyPart = string | number;

type Lanes = [number, number, number, number];

/**
 * Hashes a key to 128 bits, as 32 lowercase hexadecimal digits. The boundaries of the parts count: `("a", "bc")` and
 * `("ab", "c")` differ, and so do `1` and `"1"`.
 */
export function hash(...parts: KeyPart[]): string {
  return digest(parts).map(hexOf).join("");
}

/** The hexadecimal digits of each byte. */
const digitsOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** The digits of a lane. `toString(16)` takes four times as long. */
const hexOf = (lane: number) =>
  `${digitsOf[lane >>> 24]}${digitsOf[(lane >>> 16) & 255]}${digitsOf[(lane >>> 8) & 255]}${digitsOf[lane & 255]}`;

/** A source of draws for a key. It always yields the same draws in the same order. */
export function seededRandom(...parts: KeyPart[]): Random {
  return new Random(digest(parts));
}

/** A source of draws: the generator sfc32, which is small, fast, and of good statistical quality. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter: number;

  constructor([a, b, c, counter]: Lanes) {
    this.#a = a;
    this.#b = b;
    this.#c = c;
    this.#counter = counter;
  }

  /** A number from 0 up to, but not including, 1. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (turn(this.#c, 21) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  }

  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** True with the given probability, 0 to 1. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of the items. @throws {RangeError} when there are none. */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError("pick: expected at least one item");
    // The index is below the length, and `T` may itself include undefined.
    return items[Math.floor(this.next() * items.length)] as T;
  }

  /** The items in another order, as a new array. */
  shuffle<T>(items: readonly T[]): T[] {
    const left = [...items];
    return items.flatMap(() => left.splice(this.integer(0, left.length - 1), 1));
  }
}

/** The rounds beyond the number of characters, so that the last characters also reach every bit of every lane. */
const extraRounds = 8;

/** Every step is reversible, so two different states never become equal while they read the same text. */
function digest(parts: readonly KeyPart[]): Lanes {
  const text = parts.map(delimited).join("");
  let [a, b, c, d] = [0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c];
  for (let index = 0; index < text.length + extraRounds; index += 1) {
    const value = index < text.length ? text.charCodeAt(index) : index;
    a = turn(Math.imul(a ^ value, 0x9e3779b1), 15);
    b = turn(Math.imul(b ^ a, 0x85ebca77), 13);
    c = turn(Math.imul(c ^ b, 0xc2b2ae3d), 16);
    d = turn(Math.imul(d ^ c, 0x27d4eb2f), 11);
    a = (a + d) | 0;
  }
  return [a >>> 0, b >>> 0, c >>> 0, d >>> 0];
}

/** Numbers end with a semicolon, and strings state their length, so the joined text can be read in only one way. */
function delimited(part: KeyPart): string {
  return typeof part === "number" ? `n${part};` : `s${part.length};${part}`;
}

function turn(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
