/** Who has agreed to what would be billed now: more than 50 calls are asked about, and those that are billed again. */
import type { Context } from "../context.js";
import { DeclinedError, UsageError } from "../errors.js";
import { answerTo } from "../output/ask.js";
import type { Reporter } from "../output/reporter.js";
import { countText } from "../output/text-width.js";
import type { Identities } from "./identities.js";
import type { RunInput } from "./run-input.js";
import type { Run } from "./runs.js";

/** More new calls than this are asked about. */
const mostWithoutAsking = 50;

interface BillingOptions {
  yes: boolean | undefined;
  identities: Identities;
  /** The run that goes on; undefined for one that begins. */
  run?: Run | undefined;
  /** Whether calls that exist are created anew. */
  isAgain?: boolean;
  /** How many calls a person has decided to create again. */
  recreated?: number;
  reporter: Reporter;
  context: Context;
}

/**
 * How many calls may be created now. Few recordings cannot be many calls, so they are not read for it.
 *
 * @throws {UsageError} when the person says no, or there is nobody to ask
 */
export async function agreedCalls(inputs: readonly RunInput[], options: BillingOptions): Promise<number> {
  const { yes, identities, run, isAgain = false, recreated = 0, reporter, context } = options;
  if (yes) return Number.POSITIVE_INFINITY;
  if (!isAgain && inputs.length + recreated <= mostWithoutAsking) return mostWithoutAsking;
  reporter.say(`Reading ${countText(inputs.length, "recording")}.`);
  const { unknown, known } = await identities.count(inputs, run);
  const again = isAgain ? known : 0;
  const count = unknown + again + recreated;
  if (count > (isAgain ? 0 : mostWithoutAsking)) await ask(billedText(count, again), "Nothing was sent.", context);
  return Math.max(mostWithoutAsking, count);
}

/** How many calls would be billed, such as `3 calls would be created and billed, 2 of them again`. */
export function billedText(count: number, again = 0): string {
  const text = `${countText(count, "call")} would be created and billed`;
  if (again === 0) return text;
  return again === count ? `${text} again` : `${text}, ${again} of them again`;
}

/** How many more calls a run may create. Once they are created, it asks before the next one. */
export class Budget {
  #left: number;
  #asking: Promise<void> | undefined;
  readonly #askForMore: () => Promise<void>;

  /** @param askForMore rejects when no more may be created */
  constructor(left: number, askForMore: () => Promise<void>) {
    this.#left = left;
    this.#askForMore = askForMore;
  }

  async take(): Promise<void> {
    if (this.#left <= 0) {
      this.#asking ??= this.#askForMore();
      await this.#asking;
      this.#left = Number.POSITIVE_INFINITY;
    }
    this.#left -= 1;
  }

  /** Nothing was created. */
  giveBack(): void {
    this.#left += 1;
  }
}

/** Asks whether a run may go on that has created what was agreed to. @throws as `agreedCalls` */
export function askForMore(created: number, context: Context): Promise<void> {
  return ask(`${countText(created, "call")} were created in this run, and more would be billed`, "", context);
}

function canAsk({ stdin, stderr }: Context): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}

async function ask(what: string, refused: string, context: Context): Promise<void> {
  if (!canAsk(context)) {
    throw new UsageError(`${what}, and there is no terminal to ask in. ${refused}`.trim(), {
      hint: "Pass --yes to go ahead, or --dry-run to see which.",
    });
  }
  const answer = await answerTo(`${what}. Go ahead? [y/N] `, { context, otherwise: refused || "Interrupted." });
  if (!/^y(es)?$/i.test(answer.trim())) throw new DeclinedError(refused || "No more calls are created.");
}
