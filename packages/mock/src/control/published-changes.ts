/**
 * Tells `GET /__mock__/events` of the changes that a test makes in process, as of those that come over HTTP: each with
 * the method and the path of the request that does the same. Rows have no request; theirs is `/db/…`.
 */
import type { Clock } from "../core/clock.js";
import type { EngineControls } from "../domain/engine-controls.js";
import type { EngineRule, EngineRuleControls } from "../rules/end.js";
import type { FaultControls } from "../rules/faults.js";
import type { Gate } from "../rules/gates.js";
import type { RuleControls } from "../rules/rule-list.js";
import { type Database, ownedTables } from "../store/store.js";
import type { ControlChange } from "./events.js";

/** Called after each change. */
export type PublishChange = (change: ControlChange) => void;

/** The request that does the same as a method; `:id` stands for its argument, an id or a row. */
type Requests<Target> = { [Name in keyof Target]?: `${string} /${string}` };

/** What tells of changes too: of a property, its value; of a method, what it returns. */
type Inner<Target> = { [Name in keyof Target]?: (value: never) => unknown };

/** The same object, whose methods in `requests` tell of what they changed. One that returns false has changed nothing. */
export function published<Target extends object>(
  target: Target,
  publish: PublishChange,
  { requests, inner = {} }: { requests: Requests<Target>; inner?: Inner<Target> },
): Target {
  const own: Target = new Proxy(target, {
    get(_, property) {
      const name = property as keyof Target;
      const value: unknown = Reflect.get(target, name, target);
      const within = (found: unknown) => (inner[name] ? inner[name](found as never) : found);
      if (typeof value !== "function") return within(value);
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(value, target, args);
        const request = requests[name];
        if (request && result !== false) publish(changeOf(request, args[0]));
        return result === target ? own : within(result);
      };
    },
  });
  return own;
}

function changeOf(request: string, argument: unknown): ControlChange {
  const [method = "", path = ""] = request.split(" ");
  return { method, path: path.replace(":id", String(Object(argument).id ?? argument)) };
}

/** What a test controls a service by. */
interface Controls {
  clock: Clock;
  engine: EngineControls;
  faults: FaultControls;
  rules: RuleControls;
  db: Database;
}

/** The same controls, which tell of every change. */
export function publishedControls({ clock, engine, faults, rules, db }: Controls, publish: PublishChange): Controls {
  const change = "PATCH /rules/:id";
  const instruct = "POST /engine/rules";
  const rule = {
    complete: instruct,
    fail: instruct,
    stall: instruct,
    afterMs: instruct,
    afterPolls: instruct,
  } as const;
  const publishedTables = (["organizations", ...ownedTables] as const).map((name) => {
    // The tables have the same methods, whatever their rows are.
    const table = db[name] as Database["agents"];
    const path = `/db/${name}/:id` as const;
    const requests = { insert: `POST ${path}`, update: `PATCH ${path}`, delete: `DELETE ${path}` } as const;
    return [name, published(table, publish, { requests })];
  });
  return {
    clock: published(clock, publish, { requests: { advance: "POST /clock/advance", set: "PUT /clock" } }),
    engine: published(engine, publish, {
      requests: {
        complete: "POST /calls/:id/complete",
        fail: "POST /calls/:id/fail",
        settle: "POST /engine/settle",
      },
      inner: {
        when: (added: EngineRule) => published(added, publish, { requests: rule }),
        rules: (list: EngineRuleControls) =>
          published(list, publish, { requests: { remove: "DELETE /engine/rules/:id", clear: "DELETE /engine/rules" } }),
      },
    }),
    faults: published(faults, publish, {
      requests: { inject: "POST /faults", remove: "DELETE /faults/:id", clear: "DELETE /faults" },
    }),
    rules: published(rules, publish, {
      requests: {
        update: change,
        enable: change,
        disable: change,
        move: change,
        remove: "DELETE /rules/:id",
        clear: "DELETE /rules",
      },
    }),
    // Every table is there.
    db: Object.fromEntries(publishedTables) as unknown as Database,
  };
}

/** A gate that tells of its release. */
export function publishedGate(gate: Gate, publish: PublishChange): Gate {
  publish({ method: "POST", path: "/gates" });
  return published(gate, publish, { requests: { release: `DELETE /gates/${gate.id}` } });
}
