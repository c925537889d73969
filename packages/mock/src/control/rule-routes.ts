/** The routes of the control interface for rules: all kinds as one list, and each kind by itself, as its helper takes it. */
import * as z from "zod";
import type { Paths } from "../api/route.js";
import { unknownId } from "../core/mock-service-error.js";
import { pause } from "../core/pause.js";
import type { EngineRules } from "../rules/end.js";
import type { Fault } from "../rules/fault-definition.js";
import type { FaultControls } from "../rules/faults.js";
import { checkGate, type Gate, gateOf, listGates } from "../rules/gates.js";
import { checkOverride, overridable } from "../rules/respond.js";
import type { RuleChange, RuleList } from "../rules/rule-list.js";
import type { Rules } from "../rules/rules.js";
import { controlRoute, found, removed } from "./control-route.js";
import { wholeNumber, wholeNumberText } from "./query.js";

/** What these routes control. */
export interface RuleRouteDependencies {
  rules: Rules;
  ruleList: RuleList;
  faults: FaultControls;
  engineRules: EngineRules;
}

/** Routes of the list of rules, and of faults, gates, overrides and engine rules. */
export function rulePaths({ rules, ruleList, faults, engineRules }: RuleRouteDependencies): Paths {
  // `inject` checks that it is one.
  const inject = (fault: unknown) => faults.inject(fault as Fault);
  const all = listPaths("/rules", { rows: ruleList, key: "rules", add: (rule) => ruleList.add(rule) });
  return {
    ...all,
    "/rules/:id": { ...all["/rules/:id"], PATCH: changeRoute(ruleList) },
    ...listPaths("/faults", { rows: faults, key: "faults", add: inject }),
    ...listPaths("/engine/rules", { rows: engineRules, key: "rules", add: (rule) => engineRules.add(rule) }),
    ...gatePaths(rules),
    ...overridePaths(rules),
  };
}

interface ListRoutes {
  rows: { list(): readonly { id: string }[]; remove(id: string): boolean; clear(): void };
  /** The key of the list in its response. */
  key: string;
  /** Checks what is to be added, and returns its id. */
  add(body: unknown): string;
}

function listPaths(path: string, { rows, key, add }: ListRoutes): Paths {
  const what = key.slice(0, -1);
  return {
    [path]: {
      GET: controlRoute({ respond: () => ({ [key]: rows.list() }) }),
      // Any JSON is taken here: `add` checks it.
      POST: controlRoute({ body: z.unknown(), status: 201, respond: ({ body }) => ({ id: add(body) }) }),
      DELETE: controlRoute({ respond: () => void rows.clear() }),
    },
    [`${path}/:id`]: {
      GET: controlRoute({ respond: ({ params }) => found(rows.list(), params.id, what) }),
      DELETE: controlRoute({ respond: ({ params }) => removed(rows.remove(params.id ?? ""), what) }),
    },
  };
}

/** Any JSON is taken here: `update` checks it. */
function changeRoute(list: RuleList) {
  return controlRoute({
    body: z.unknown(),
    respond({ params: { id = "" }, body }) {
      found(list.list(), id, "rule");
      list.update(id, body as RuleChange);
      return found(list.list(), id, "rule");
    },
  });
}

function gatePaths(rules: Rules): Paths {
  const gateWith = (id = "") => {
    const rule = rules.get(id, "gate");
    if (!rule) throw unknownId("gate");
    return gateOf(rules, rule);
  };
  return {
    "/gates": {
      GET: controlRoute({ respond: () => ({ gates: listGates(rules) }) }),
      POST: controlRoute({
        body: z.unknown(),
        status: 201,
        respond: ({ body }) => ({ id: rules.insert("gate", checkGate(body)).id }),
      }),
    },
    "/gates/:id": {
      GET: controlRoute({
        query: { waitMs: wholeNumberText },
        async respond({ params, query, received }) {
          const waitMs = wholeNumber(query, "waitMs") ?? 0;
          return { reached: await isReached(gateWith(params.id), { waitMs, signal: received.signal }) };
        },
      }),
      DELETE: controlRoute({ respond: ({ params }) => void gateWith(params.id).release() }),
    },
  };
}

/** Whether a gate has held a request by now, or does within the time; not once it is released. */
async function isReached(gate: Gate, { waitMs, signal }: { waitMs: number; signal: AbortSignal | undefined }) {
  const wait = new AbortController();
  const abort = () => wait.abort();
  signal?.addEventListener("abort", abort, { once: true });
  // First of the two, so that it wins when there is no time to wait.
  const reached = gate.reached().then(
    () => true,
    () => false,
  );
  const isOver = pause(waitMs, wait.signal).then(
    () => false,
    () => false,
  );
  try {
    return await Promise.race([reached, isOver]);
  } finally {
    abort();
    signal?.removeEventListener("abort", abort);
  }
}

function overridePaths(rules: Rules): Paths {
  return {
    "/overrides": {
      POST: controlRoute({
        body: z.unknown(),
        status: 201,
        respond: ({ body }) => ({ id: rules.insert("override", checkOverride(body)).id }),
      }),
      DELETE: controlRoute({
        body: z.strictObject({ operation: overridable.optional() }),
        respond({ body: { operation } }) {
          const overrides = rules.ofKind("override");
          for (const { id, fields } of overrides)
            if ([undefined, fields.operation].includes(operation)) rules.remove(id);
          return undefined;
        },
      }),
    },
  };
}
