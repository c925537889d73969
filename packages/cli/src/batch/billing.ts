/** What would be billed now, and who has agreed to it: more than 50 calls are asked about. */
import { stat } from "node:fs/promises";
import type { FileJournal, InputIdentity } from "@call-analysis/sdk/node";
import type { Context } from "../context.js";
import { UsageError } from "../errors.js";
import { answerTo } from "../output/ask.js";
import { countText } from "../output/text-width.js";
import type { RunInput } from "./run-input.js";

/** More new calls than this are asked about. */
export const mostWithoutAsking = 50;

/** What inputs are known by. A file that was read to be counted is not read again to be sent, unless it has changed. */
export class Identities {
  readonly #journal: FileJournal;
  readonly #known = new Map<RunInput, { stamp: string; identity: InputIdentity }>();

  constructor(journal: FileJournal) {
    this.#journal = journal;
  }

  /** @throws {ConfigurationError} {@link UsageError} when the input cannot be read, or is another recording by now */
  async of(run: RunInput, signal: AbortSignal = new AbortController().signal): Promise<InputIdentity> {
    if (run.identity instanceof Error) throw run.identity;
    if (run.identity) return run.identity;
    const stamp = await stampOf(run.path);
    const known = this.#known.get(run);
    if (known && known.stamp === stamp) return known.identity;
    const identity = await this.#journal.identify(run.input, signal);
    if (run.key !== undefined && run.key !== identity.key) throw new UsageError(`${run.name} ${changed}`);
    if (stamp !== undefined) this.#known.set(run, { stamp, identity });
    return identity;
  }

  /** How many calls would be created: inputs of equal bytes and fields are one, and one that has its call is none. */
  async countNew(inputs: readonly RunInput[], { isAgain = false }: { isAgain?: boolean } = {}): Promise<number> {
    const counted = new Set<string>();
    for (const run of inputs) {
      // One that cannot be read will fail, and creates nothing.
      const identity = await this.of(run).catch(() => undefined);
      if (identity && (isAgain || (await this.isNew(identity.key)))) counted.add(identity.key);
    }
    return counted.size;
  }

  /** Whether no call is known of a key, nor may exist. */
  async isNew(key: string): Promise<boolean> {
    const state = await this.#journal.find(key);
    return state === undefined || state.stage === "uploaded";
  }
}

const changed =
  "was changed since the run was asked for, so it is another recording now. Run analyze with it to have it analysed.";

/** Whatever is written to a file changes its times or its size. */
async function stampOf(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found && [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(" ");
}

interface BillingOptions {
  yes: boolean | undefined;
  context: Context;
  /** Few calls are asked about too. @default false */
  always?: boolean;
}

/**
 * Returns when the calls may be created.
 *
 * @param count how many would be created now
 * @throws {UsageError} when the person says no, or there is nobody to ask
 */
export async function askBeforeBilling(count: number, { yes, context, always = false }: BillingOptions): Promise<void> {
  if (yes || count === 0 || (count <= mostWithoutAsking && !always)) return;
  await ask(`${countText(count, "call")} would be created and billed`, "Nothing was sent.", context);
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

/** Asks whether a run may go on that has created what was agreed to. @throws as `askBeforeBilling` */
export function askForMore(created: number, context: Context): Promise<void> {
  return ask(`${countText(created, "call")} were created in this run, and more would be billed`, "", context);
}

async function ask(what: string, refused: string, context: Context): Promise<void> {
  const { stdin, stderr } = context;
  if (!stdin.isTTY || !stderr.isTTY) {
    throw new UsageError(`${what}, and there is no terminal to ask in. ${refused}`.trim(), {
      hint: "Pass --yes to go ahead, or --dry-run to see which.",
    });
  }
  const answer = await answerTo(`${what}. Go ahead? [y/N] `, { context, otherwise: refused || "Interrupted." });
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError(refused || "No more calls are created.");
}
