/**
 * The journal that all machines share: the call of each recording, and the uncertain calls. It is in Redis,
 * outside the jobs, because a job can run twice, be overwritten by a worker that seemed dead, or be removed.
 *
 * A key is absent, then `claimed:<claim>`, then `created:<callId>` or `skipped`. A key that stays `claimed` is uncertain.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { ClaimOptions, Journal, JournalClaim } from "@call-analysis/sdk";
import type { Redis } from "ioredis";
import { scopeOf } from "./queues.ts";

/** A claimed create request without an outcome: it is in flight or uncertain. */
export interface UncertainCreation {
  key: string;
  claimedAt: Date;
}

/** The state of a key. A create request in flight looks the same as one whose process died. */
type KnownState = { state: "created"; callId: string } | { state: "uncertain" | "skipped" };

/** Pause before another process's claim is checked again, in milliseconds. */
const lookAgainMs = 200;

/** A person's decision about an uncertain call. */
export type Settlement = { callId: string } | { recreate: true } | { skip: true };

/** A `Journal` in a Redis that never loses acknowledged writes; see `checkDurability`. */
export class RedisJournal implements Journal {
  readonly #redis: Redis;
  /** This process's claims: a late `released` must not release another process's claim. */
  readonly #claims = new Map<string, string>();
  readonly #prefix: string;
  readonly #waitMs: number;

  /**
   * @param options.waitMs how long `claim` waits for another process's recent claim, in milliseconds, because that
   * process may be creating the call. A queue's job retries instead. @default 0
   */
  constructor(redis: Redis, { prefix = scopeOf(process.env).prefix, waitMs = 0 } = {}) {
    this.#redis = redis;
    this.#waitMs = waitMs;
    // The braces keep the whole journal on one node of a cluster, as its scripts require.
    this.#prefix = `{${prefix}}:journal`;
  }

  async claim(key: string, { recreate = false, signal }: Partial<ClaimOptions> = {}): Promise<JournalClaim> {
    const claim = `claimed:${randomUUID()}`;
    let state = await this.#run(claimScript, key, claim, recreate ? "recreate" : "");
    while (isClaim(state) && state !== claim && (await this.#ageMs(key)) < this.#waitMs) {
      await pause(lookAgainMs, undefined, { signal });
      state = await this.#run(claimScript, key, claim, recreate ? "recreate" : "");
    }
    if (state === claim) {
      this.#claims.set(key, claim);
      return { status: "claimed" };
    }
    const known = stateOf(state);
    if (known.state === "created") return { status: "created", callId: known.callId };
    return { status: known.state === "skipped" ? "skipped" : "unknown" };
  }

  async created(key: string, callId: string): Promise<void> {
    await this.#run(createdScript, key, `created:${callId}`);
    this.#claims.delete(key);
  }

  async released(key: string): Promise<void> {
    await this.#run(releasedScript, key, this.#claims.get(key) ?? "");
    this.#claims.delete(key);
  }

  /** The state of a key, without claiming it; undefined if it is unclaimed. */
  async find(key: string): Promise<KnownState | undefined> {
    const state = await this.#redis.get(this.#entryOf(key));
    return state === null ? undefined : stateOf(state);
  }

  /** The number of claimed create requests without an outcome. */
  uncertainCount(): Promise<number> {
    return this.#redis.zcard(this.#claimedSet);
  }

  /** The claimed create requests without an outcome, oldest first. */
  async uncertainCreations(): Promise<UncertainCreation[]> {
    // Alternates keys and times, as strings.
    const rows = (await this.#redis.zrange(this.#claimedSet, "0", "-1", "WITHSCORES")) as string[];
    return rows.flatMap((key, index) => (index % 2 ? [] : [{ key, claimedAt: new Date(Number(rows[index + 1])) }]));
  }

  /**
   * Settles an uncertain call: records it, lets it be created again, or skips it for good.
   *
   * @throws {Error} when the key is not uncertain
   */
  async settle(key: string, settlement: Settlement): Promise<void> {
    const settled = "callId" in settlement ? `created:${settlement.callId}` : "skip" in settlement ? "skipped" : "";
    const isSettled = await this.#run(settleScript, key, settled);
    if (!isSettled) throw new Error(`The creation of "${key}" is not uncertain: there is nothing to settle.`);
  }

  /** Milliseconds since a key was claimed; Infinity if it is unclaimed. */
  async #ageMs(key: string): Promise<number> {
    const claimedMs = await this.#redis.zscore(this.#claimedSet, key);
    return claimedMs === null ? Number.POSITIVE_INFINITY : Date.now() - Number(claimedMs);
  }

  #run(script: string, key: string, ...values: string[]): Promise<unknown> {
    return this.#redis.eval(script, 2, this.#entryOf(key), this.#claimedSet, key, ...values);
  }

  get #claimedSet(): string {
    return `${this.#prefix}:claimed`;
  }

  #entryOf(key: string): string {
    return `${this.#prefix}:key:${key}`;
  }
}

/**
 * Checks that this Redis writes each claim to disk before it confirms it, and never evicts one when memory is full.
 *
 * @throws {Error} that names the setting to change. If your provider forbids CONFIG, ask it, and remove this check.
 */
export async function checkDurability(redis: Redis): Promise<void> {
  const wanted = { appendonly: "yes", appendfsync: "always", "maxmemory-policy": "noeviction" };
  for (const [setting, value] of Object.entries(wanted)) {
    // CONFIG GET answers with name and value.
    const [, found] = (await redis.config("GET", setting)) as string[];
    if (found === value) continue;
    throw new Error(
      `The journal's Redis has "${setting} ${found}", and could forget a call. Set "${setting} ${value}".`,
    );
  }
}

function isClaim(state: unknown): boolean {
  return String(state).startsWith("claimed:");
}

function stateOf(state: unknown): KnownState {
  const text = String(state);
  if (text.startsWith("created:")) return { state: "created", callId: text.slice("created:".length) };
  return { state: text === "skipped" ? "skipped" : "uncertain" };
}

// Each script runs as one step. KEYS: the entry, the set of claimed keys. ARGV[1]: the key.

/** ARGV: the claim, "recreate". Grants the same claim twice: the connection may repeat an unanswered command. */
const claimScript = `
local state = redis.call("GET", KEYS[1])
if state and string.sub(state, 1, 8) ~= "claimed:" then return state end
if state and state ~= ARGV[2] and ARGV[3] ~= "recreate" then return state end
local time = redis.call("TIME")
redis.call("SET", KEYS[1], ARGV[2])
redis.call("ZADD", KEYS[2], time[1] * 1000 + math.floor(time[2] / 1000), ARGV[1])
return ARGV[2]`;

/** ARGV: the new state. Keeps the first recorded call. */
const createdScript = `
local state = redis.call("GET", KEYS[1])
if not state or string.sub(state, 1, 8) ~= "created:" then redis.call("SET", KEYS[1], ARGV[2]) end
return redis.call("ZREM", KEYS[2], ARGV[1])`;

/** ARGV: the claim to release; empty for any. */
const releasedScript = `
local state = redis.call("GET", KEYS[1])
if not state or string.sub(state, 1, 8) ~= "claimed:" then return 0 end
if ARGV[2] ~= "" and ARGV[2] ~= state then return 0 end
redis.call("DEL", KEYS[1])
return redis.call("ZREM", KEYS[2], ARGV[1])`;

/** ARGV: the new state; empty for none. */
const settleScript = `
local state = redis.call("GET", KEYS[1])
if not state or string.sub(state, 1, 8) ~= "claimed:" then return 0 end
if ARGV[2] == "" then redis.call("DEL", KEYS[1]) else redis.call("SET", KEYS[1], ARGV[2]) end
return redis.call("ZREM", KEYS[2], ARGV[1])`;
