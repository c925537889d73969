/**
 * Tells `GET /__mock__/events` of the changes that a test makes in process, as of those that come over HTTP: each with
 * the method and the path of the request that does the same. Rows have no request of their own; theirs is `/db/…`.
 */
import type { Clock } from "../core/clock.js";
import type { EngineControls } from "../domain/engine-controls.js";
import type { EngineRule } from "../rules/end.js";
import type { FaultControls } from "../rules/faults.js";
import type { Gate } from "../rules/gates.js";
import type { RuleControls } from "../rules/rule-list.js";
import type { Database } from "../store/store.js";
import type { ControlChange } from "./events.js";

/** Called after each change. */
export type PublishChange = (change: ControlChange) => void;

/** The change that a call makes, by its arguments. */
type Changes<Target> = { [Name in keyof Target]?: (...args: never[]) => ControlChange };

/** The same object, whose methods in `changes` tell of what they changed. One that returns false has changed nothing. */
export function published<Target extends object>(
  target: Target,
  publish: PublishChange,
  changes: Changes<Target>,
): Target {
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      const change = Object.hasOwn(changes, name) ? changes[name as keyof Target] : undefined;
      return (...args: never[]) => {
        const result: unknown = Reflect.apply(value, target, args);
        if (change && result !== false) publish(change(...args));
        return result;
      };
    },
  });
}

const changed = (method: string, path: string) => (): ControlChange => ({ method, path });

/** A clock that tells of its moves. */
export function publishedClock(clock: Clock, publish: PublishChange): Clock {
  return published(clock, publish, { advance: changed("POST", "/clock/advance"), set: changed("PUT", "/clock") });
}

/** An engine that tells of the calls that it ends, and of its rules. */
export function publishedEngine(engine: EngineControls, publish: PublishChange): EngineControls {
  const rules = published(engine.rules, publish, {
    remove: (id: string) => ({ method: "DELETE", path: `/engine/rules/${id}` }),
    clear: changed("DELETE", "/engine/rules"),
  });
  const controls = published(engine, publish, {
    complete: (callId: string) => ({ method: "POST", path: `/calls/${callId}/complete` }),
    fail: (callId: string) => ({ method: "POST", path: `/calls/${callId}/fail` }),
    settle: changed("POST", "/engine/settle"),
  });
  return new Proxy(controls, {
    get: (_, name) => {
      if (name === "rules") return rules;
      if (name === "when")
        return (...args: Parameters<EngineControls["when"]>) => publishedRule(engine.when(...args), publish);
      return Reflect.get(controls, name);
    },
  });
}

/** Each instruction changes the rule, and returns it. */
function publishedRule(rule: EngineRule, publish: PublishChange): EngineRule {
  const tell = <Args extends unknown[]>(instruct: (...args: Args) => unknown) => {
    return (...args: Args): EngineRule => {
      instruct(...args);
      publish({ method: "POST", path: "/engine/rules" });
      return own;
    };
  };
  const own: EngineRule = {
    id: rule.id,
    complete: tell(rule.complete),
    fail: tell(rule.fail),
    stall: tell(rule.stall),
    afterMs: tell(rule.afterMs),
    afterPolls: tell(rule.afterPolls),
  };
  return own;
}

/** Rules that tell when they are changed and removed. */
export function publishedRules(rules: RuleControls, publish: PublishChange): RuleControls {
  const change = (id: string): ControlChange => ({ method: "PATCH", path: `/rules/${id}` });
  return published(rules, publish, {
    update: change,
    enable: change,
    disable: change,
    move: change,
    remove: (id: string) => ({ method: "DELETE", path: `/rules/${id}` }),
    clear: changed("DELETE", "/rules"),
  });
}

/** Faults that tell when they are injected and removed. */
export function publishedFaults(faults: FaultControls, publish: PublishChange): FaultControls {
  return published(faults, publish, {
    inject: changed("POST", "/faults"),
    remove: (id: string) => ({ method: "DELETE", path: `/faults/${id}` }),
    clear: changed("DELETE", "/faults"),
  });
}

/** A gate that tells of its release. */
export function publishedGate(gate: Gate, publish: PublishChange): Gate {
  publish({ method: "POST", path: "/gates" });
  return published(gate, publish, { release: changed("DELETE", `/gates/${gate.id}`) });
}

/** Tables that tell of the rows that a test changes. */
export function publishedDatabase(database: Database, publish: PublishChange): Database {
  const names = ["organizations", "agents", "categories", "calls", "uploads", "campaigns", "prospects"] as const;
  const tables = names.map((name) => {
    const table: Database["agents"] = database[name] as never;
    const path = (id: string) => `/db/${name}/${id}`;
    const changes: Changes<Database["agents"]> = {
      insert: ({ id }: { id: string }) => ({ method: "POST", path: path(id) }),
      update: (id: string) => ({ method: "PATCH", path: path(id) }),
      delete: (id: string) => ({ method: "DELETE", path: path(id) }),
    };
    return [name, published(table, publish, changes)] as const;
  });
  // Every table is there.
  return Object.fromEntries(tables) as unknown as Database;
}
