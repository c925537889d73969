/** The routes of the control interface for rules: all kinds as one list, and each kind by itself, as its helper takes it. */
import * as z from "zod";
import type { Paths } from "../api/route.js";
import { pause } from "../core/pause.js";
import type { EngineRules } from "../rules/end.js";
import type { Fault } from "../rules/fault-definition.js";
import type { FaultControls } from "../rules/faults.js";
import { checkGate, gateControls } from "../rules/gates.js";
import type { HeldRequests } from "../rules/hold.js";
import { checkOverride, overridable } from "../rules/respond.js";
import type { RuleChange, RuleList } from "../rules/rule-list.js";
import type { KindControls, Rules } from "../rules/rules.js";
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
  const addGate = (gate: unknown) => rules.insert("gate", checkGate(gate)).id;
  const gates = listPaths("/gates", { rows: gateControls(rules), key: "gates", add: addGate });
  const all = listPaths("/rules", { rows: ruleList, key: "rules", add: (rule) => ruleList.add(rule) });
  return {
    ...all,
    "/rules/:id": { ...all["/rules/:id"], PATCH: changeRoute(ruleList) },
    ...listPaths("/faults", { rows: faults, key: "faults", add: inject }),
    ...listPaths("/engine/rules", { rows: engineRules.controls, key: "rules", add: (rule) => engineRules.add(rule) }),
    ...gates,
    "/gates/:id": { ...gates["/gates/:id"], GET: gateRoute(rules) },
    ...overridePaths(rules),
  };
}

interface ListRoutes {
  rows: KindControls<{ id: string }>;
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

/** Waits for the first request that a gate holds. */
function gateRoute(rules: Rules) {
  return controlRoute({
    query: { waitMs: wholeNumberText },
    async respond({ params, query, received }) {
      const { held } = found(rules.ofKind("gate"), params.id, "gate");
      const waitMs = wholeNumber(query, "waitMs") ?? 0;
      return { reached: await isReached(held, { waitMs, signal: received.signal }) };
    },
  });
}

/** Whether a gate has held a request by now, or does within the time; not once it is released. */
async function isReached(held: HeldRequests, { waitMs, signal }: { waitMs: number; signal: AbortSignal | undefined }) {
  const wait = new AbortController();
  const abort = () => wait.abort();
  signal?.addEventListener("abort", abort, { once: true });
  // First of the two, so that it wins when there is no time to wait.
  const reached = held.reached().then(
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
