/**
 * Tells `GET /__mock__/events` of the changes that a test makes in process, too. Whatever they are, they are told as a
 * change of the whole state.
 */
import type { Clock } from "../core/clock.js";
import type { EngineControls } from "../domain/engine-controls.js";
import type { RuleControls } from "../rules/rules.js";
import type { FaultControls, Gate } from "../rules/shorthands.js";
import { ownedTableNames } from "../store/rows.js";
import type { Database } from "../store/store.js";
import type { ControlChange } from "./events.js";

/** Called after each change. */
export type PublishChange = (change: ControlChange) => void;

/** What a test controls a service by. */
interface Controls {
  clock: Clock;
  engine: EngineControls;
  faults: FaultControls;
  rules: RuleControls;
  db: Database;
}

/** The methods of controls that change something. */
const changing: ReadonlySet<unknown> = new Set([
  ...["advance", "set"],
  ...["complete", "fail", "settle", "stall", "afterMs", "afterPolls"],
  ...["inject", "enable", "disable", "remove", "clear", "release"],
  ...["insert", "update", "delete"],
]);

/** The same controls, which tell of every change. */
export function publishedControls({ clock, engine, faults, rules, db }: Controls, publish: PublishChange): Controls {
  const tables = (["organizations", ...ownedTableNames] as const).map((name) => [name, published(db[name], publish)]);
  return {
    clock: published(clock, publish),
    engine: published(engine, publish),
    faults: published(faults, publish),
    rules: published(rules, publish),
    // Every table is there.
    db: Object.fromEntries(tables) as unknown as Database,
  };
}

/** A gate that tells of its release. */
export function publishedGate(gate: Gate, publish: PublishChange): Gate {
  publish(wholeState);
  return published(gate, publish);
}

const wholeState: ControlChange = { method: "PUT", path: "/state" };

/** The same object, which tells when one of its methods has changed something. One that returns false has not. */
function published<Target extends object>(target: Target, publish: PublishChange): Target {
  const own: Target = new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(value, target, args);
        if (changing.has(name) && result !== false) publish(wholeState);
        // The rule that it begins changes something itself.
        if (name === "when") return published(Object(result), publish);
        return result === target ? own : result;
      };
    },
  });
  return own;
}
