/** What a case is, and what it works with while it runs. */
import { randomUUID } from "node:crypto";
import type { Policies } from "@call-analysis/mock";
import type { AnyOperation } from "./contract/openapi-document.ts";
import { assert } from "./contract-violation.ts";
import type { RecordingClient } from "./recording-client.ts";
import type { CampaignTarget, Capability, Target } from "./targets/target.ts";

/**
 * What a case expects, and where it runs:
 * `documented`, the specification says it: asserted everywhere;
 * `assumed`, `ASSUMPTIONS.md` says it: asserted on the fake, only recorded on a live service;
 * `negative`, sends a request that must be rejected: runs on a live service only with `--negative`;
 * `destructive`, leaves something large, repeated or orphaned behind: runs on a live service only with `--destructive`.
 */
export type Tag = "documented" | "assumed" | "negative" | "destructive";

/** One statement about the service, and the code that checks it. */
export interface Case {
  /** The statement, as a full sentence. */
  name: string;
  tag: Tag;
  operation: AnyOperation;
  /** Ids in `openapi/statements.yaml` of what it checks. */
  statements: readonly [string, ...string[]];
  needs?: readonly Capability[];
  /** @throws {ContractViolation} when the statement is false */
  run(context: CaseContext): Promise<void>;
}

/** How the service behaves where the specification leaves a question open. */
export interface Observation {
  /** Id of the row in `ASSUMPTIONS.md`. */
  assumption: string;
  /** The behavior that the row assumes, in the case's own words. */
  expected: string;
  /** The behavior of the service: the case's own words, a status, or a result of `maskUnlessIdentifier`. */
  observed: string;
  /** Settings with which the fake behaves as observed; undefined when there are none, or when nobody can tell. */
  policies?: Partial<Policies> | undefined;
  /** Whether it could be otherwise as well, such as the scale of a score of 0: it counts when no other answer shows more. */
  isVague?: boolean;
}

/** What a case works with. */
export interface CaseContext {
  client: RecordingClient;
  target: Target;
  unique: UniqueValues;
  /** Keeps what several cases read, so that a run creates it once. */
  memo: Memo;
  /** Records the answer to an open question. The fake must behave as its row assumes. */
  observe(observation: Observation): void;
  /** Ends waits when the run is aborted. */
  signal: AbortSignal;
}

/** Makes names and e-mails that nobody has. All contain the run's mark, by which the clean-up finds them again. */
export class UniqueValues {
  readonly mark = `contract-${randomUUID().slice(0, 8)}`;
  #count = 0;

  /** A person's name. */
  name(): string {
    return `Contract Test ${this.#next()}`;
  }

  /** An e-mail in a domain that nobody owns. @param prefix put in front, such as a generated local part */
  email(prefix = ""): string {
    return `${prefix}${this.mark}-${this.#next()}@example.com`;
  }

  /** An id that the service never issued. */
  unknownId(): string {
    return `${this.mark}-unknown-${this.#next()}`;
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }
}

/** Creates each thing at most once in a run. A failure is kept, too. */
export class Memo {
  readonly #created = new Map<string, Promise<unknown>>();

  /** Calls `create` the first time, and returns its result every time. Use one name for one kind of thing. */
  get<Value>(name: string, create: () => Promise<Value>): Promise<Value> {
    const created = this.#created.get(name) ?? create();
    this.#created.set(name, created);
    // Every use of a name passes the same `create`.
    return created as Promise<Value>;
  }
}

/** The target's campaign, for a case that needs one. */
export function campaignOf({ target }: CaseContext): CampaignTarget {
  assert(target.campaign !== undefined, "The target has a campaign.");
  return target.campaign;
}

/** The other organization's key, for a case that needs one. */
export function otherKeyOf({ target }: CaseContext): string {
  assert(target.otherApiKey !== undefined, "The target has another organization.");
  return target.otherApiKey;
}

/** A status that is expected in one situation. */
export interface StatusObservation {
  /** Id of the row in `ASSUMPTIONS.md`. */
  assumption: string;
  /** Begins with the status: another may be as right in another situation, such as `404 for an unknown call`. */
  expected: `${number} ${string}`;
  status: number;
}

/** Records the status with which the service answers an open question. */
export function observeStatus(
  { observe }: Pick<CaseContext, "observe">,
  { assumption, expected, status }: StatusObservation,
): void {
  observe({ assumption, expected, observed: expected.replace(/^\d+/, String(status)) });
}
