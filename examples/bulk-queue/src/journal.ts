/**
 * The record of creations that all machines share: which recordings have a call, and for which nobody knows. It is in
 * Redis, outside the jobs, because a job can be run twice, overwritten by a worker that was thought dead, or removed.
 *
 * A key is absent, then `claimed:<claim>`, then `created:<callId>` or `skipped`. One that stays `claimed` is uncertain.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { ClaimOptions, Journal, JournalClaim } from "@call-analysis/sdk";
import type { Redis } from "ioredis";
import { scopeOf } from "./queues.ts";

/** A creation that was claimed and has not ended: it is under way, or nobody knows whether the call exists. */
export interface UncertainCreation {
  key: string;
  claimedAt: Date;
}

/** How far a key has come. Nothing tells a creation that is under way from one that died. */
type KnownState = { state: "created"; callId: string } | { state: "uncertain" | "skipped" };

/** How often a key is looked at again that another process has claimed, in milliseconds. */
const lookAgainMs = 200;

/** What a person has found out about an uncertain creation. */
export type Settlement = { callId: string } | { recreate: true } | { skip: true };

/** A `Journal` on a Redis that does not lose what it has confirmed; see `checkDurability`. */
export class RedisJournal implements Journal {
  readonly #redis: Redis;
  /** What this process has claimed: a late `released` must not give back the claim of somebody else. */
  readonly #claims = new Map<string, string>();
  readonly #prefix: string;
  readonly #waitMs: number;

  /**
   * @param options.waitMs how long `claim` waits for a claim that another process has just made, in milliseconds: that process
   * may be creating the call. A job of a queue tries again instead. @default 0
   */
  constructor(redis: Redis, { prefix = scopeOf(process.env).prefix, waitMs = 0 } = {}) {
    this.#redis = redis;
    this.#waitMs = waitMs;
    // The braces keep all of the journal on one node of a cluster, as its scripts need.
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

  /** What is known of a key, without claiming it; undefined when nobody has claimed it. */
  async find(key: string): Promise<KnownState | undefined> {
    const state = await this.#redis.get(this.#entryOf(key));
    return state === null ? undefined : stateOf(state);
  }

  /** How many creations are claimed and have not ended. */
  uncertainCount(): Promise<number> {
    return this.#redis.zcard(this.#claimedSet);
  }

  /** The creations that are claimed and have not ended, the oldest first. */
  async uncertainCreations(): Promise<UncertainCreation[]> {
    // Keys and times in turns, as strings.
    const rows = (await this.#redis.zrange(this.#claimedSet, "0", "-1", "WITHSCORES")) as string[];
    return rows.flatMap((key, index) => (index % 2 ? [] : [{ key, claimedAt: new Date(Number(rows[index + 1])) }]));
  }

  /**
   * Decides an uncertain creation: its call is known, or it is created again, or it is left out for good.
   *
   * @throws {Error} when the key is not uncertain
   */
  async settle(key: string, settlement: Settlement): Promise<void> {
    const settled = "callId" in settlement ? `created:${settlement.callId}` : "skip" in settlement ? "skipped" : "";
    const isSettled = await this.#run(settleScript, key, settled);
    if (!isSettled) throw new Error(`The creation of "${key}" is not uncertain: there is nothing to settle.`);
  }

  /** How long ago a key was claimed, in milliseconds; infinite when it is not claimed. */
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
 * Checks that this Redis writes each claim to the disk before it confirms it, and never drops one for want of memory.
 *
 * @throws {Error} that names the setting to change. Where a provider forbids CONFIG, ask it, and leave this check out.
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

/** ARGV: the claim, "recreate". The same claim is granted twice, for the connection may repeat what got no answer. */
const claimScript = `
local state = redis.call("GET", KEYS[1])
if state and string.sub(state, 1, 8) ~= "claimed:" then return state end
if state and state ~= ARGV[2] and ARGV[3] ~= "recreate" then return state end
local time = redis.call("TIME")
redis.call("SET", KEYS[1], ARGV[2])
redis.call("ZADD", KEYS[2], time[1] * 1000 + math.floor(time[2] / 1000), ARGV[1])
return ARGV[2]`;

/** ARGV: the new state. The first call that was recorded stays. */
const createdScript = `
local state = redis.call("GET", KEYS[1])
if not state or string.sub(state, 1, 8) ~= "created:" then redis.call("SET", KEYS[1], ARGV[2]) end
return redis.call("ZREM", KEYS[2], ARGV[1])`;

/** ARGV: the claim to give back; any, when it is empty. */
const releasedScript = `
local state = redis.call("GET", KEYS[1])
if not state or string.sub(state, 1, 8) ~= "claimed:" then return 0 end
if ARGV[2] ~= "" and ARGV[2] ~= state then return 0 end
redis.call("DEL", KEYS[1])
return redis.call("ZREM", KEYS[2], ARGV[1])`;

/** ARGV: the new state; none, when it is empty. */
const settleScript = `
local state = redis.call("GET", KEYS[1])
if not state or string.sub(state, 1, 8) ~= "claimed:" then return 0 end
if ARGV[2] == "" then redis.call("DEL", KEYS[1]) else redis.call("SET", KEYS[1], ARGV[2]) end
return redis.call("ZREM", KEYS[2], ARGV[1])`;
