/** The definition of a case, and the tools that it gets while it runs. */
import { randomUUID } from "node:crypto";
import type { Client } from "./client.ts";
import type { Fault } from "./fault.ts";
import type { AnyOperation } from "./operation.ts";
import type { CampaignTarget, Capability, Target } from "./target.ts";

/**
 * A case's kind of expectation, and where it runs:
 * `documented`, the specification says it: asserted everywhere;
 * `assumed`, `ASSUMPTIONS.md` says it: asserted on the fake, only recorded on a live service;
 * `negative`, sends a request that must be rejected: runs on a live service only with `--negative`;
 * `destructive`, leaves something large, repeated or orphaned behind: runs on a live service only with `--destructive`.
 */
export type Tag = "documented" | "assumed" | "negative" | "destructive";

/** Faults by the defect that each gives the service. */
export type Faults = Readonly<Record<string, Fault>>;

interface CaseOfAnyTag {
  /** The statement, as a full sentence. */
  name: string;
  /** The sentence of the specification that the case checks, such as `4. Create call, rule 6`. */
  spec: string;
  operation: AnyOperation;
  needs?: Capability;
  /** @throws {Violation} when the statement is false */
  run(context: CaseContext): Promise<void>;
}

/** One statement about the service, the code that checks it, and faults that this code finds. */
export type Case = CaseOfAnyTag &
  ({ tag: "documented"; faults: Faults } | { tag: Exclude<Tag, "documented">; faults?: Faults });

/** How the service behaves where the specification leaves a question open. */
export interface Observation {
  /** Id of the row in `ASSUMPTIONS.md`. */
  row: string;
  /** The assumption of the row. */
  expected: string;
  isMet: boolean;
}

/** The tools of a case. */
export interface CaseContext {
  client: Client;
  target: Target;
  unique: UniqueValues;
  /** Keeps data that several cases read, so that a run creates it once. */
  memo: Memo;
  /** Records whether an assumption holds. On the fake it must. */
  observe(observation: Observation): void;
  /** Ends waits when the run is aborted. */
  signal: AbortSignal;
}

/** Creates unused names and e-mails. All contain the run's mark, by which the clean-up finds them. */
export class UniqueValues {
  readonly mark = `contract-${randomUUID().slice(0, 8)}`;
  #count = 0;

  /** A person's name. */
  name(): string {
    return `Contract Test ${this.#next()}`;
  }

  /** An e-mail in a domain that nobody owns. */
  email(): string {
    return `${this.mark}-${this.#next()}@example.com`;
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

/** Creates each thing at most once in a run. It also keeps failures. */
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
  if (!target.campaign) throw new RangeError("The target has no campaign.");
  return target.campaign;
}

/** The other organization's key, for a case that needs one. */
export function otherKeyOf({ target }: CaseContext): string {
  if (target.otherApiKey === undefined) throw new RangeError("The target has no other organization.");
  return target.otherApiKey;
}
