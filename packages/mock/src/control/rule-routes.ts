/** The routes of the control interface for rules: one list of all kinds, and a shorthand of each kind that adds to it. */
import * as z from "zod";
import type { Paths } from "../api/route.js";
import { unknownId } from "../core/mock-service-error.js";
import { pause } from "../core/pause.js";
import type { EngineRules } from "../rules/end.js";
import type { Fault } from "../rules/fault-definition.js";
import type { FaultControls } from "../rules/faults.js";
import { checkGate } from "../rules/gates.js";
import type { HeldRequests } from "../rules/hold.js";
import { checkOverride } from "../rules/respond.js";
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

/** Routes of the list of rules, and shorthands that add a rule as its helper takes it. */
export function rulePaths({ rules, ruleList, faults, engineRules }: RuleRouteDependencies): Paths {
  return {
    "/rules": {
      GET: controlRoute({ respond: () => ({ rules: ruleList.list() }) }),
      POST: addRoute((rule) => ruleList.add(rule)),
      DELETE: controlRoute({ respond: () => void ruleList.clear() }),
    },
    "/rules/:id": {
      GET: controlRoute({ respond: ({ params }) => found(ruleList.list(), params.id, "rule") }),
      PATCH: changeRoute(ruleList),
      DELETE: controlRoute({ respond: ({ params: { id = "" } }) => removed(ruleList.remove(id), "rule") }),
    },
    "/faults": {
      // `inject` checks that it is one.
      POST: addRoute((fault) => faults.inject(fault as Fault)),
      DELETE: controlRoute({ respond: () => void faults.clear() }),
    },
    "/gates": { POST: addRoute((gate) => rules.insert("gate", checkGate(gate)).id) },
    "/gates/:id": {
      GET: gateRoute(rules),
      DELETE: controlRoute({ respond: ({ params: { id = "" } }) => removed(rules.remove(id, "gate"), "gate") }),
    },
    "/overrides": { POST: addRoute((override) => rules.insert("override", checkOverride(override)).id) },
    "/engine/rules": { POST: addRoute((rule) => engineRules.add(rule)) },
  };
}

/** Adds a rule, and answers its id. Any JSON is taken here: `add` checks it. */
function addRoute(add: (body: unknown) => string) {
  return controlRoute({ body: z.unknown(), status: 201, respond: ({ body }) => ({ id: add(body) }) });
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

/** Waits for the first request that a gate holds, and says how many it holds then. */
function gateRoute(rules: Rules) {
  return controlRoute({
    query: { waitMs: wholeNumberText },
    async respond({ params: { id = "" }, query, received }) {
      const gate = rules.get(id, "gate");
      if (!gate) throw unknownId("gate");
      const { held } = gate;
      const waitMs = wholeNumber(query, "waitMs") ?? 0;
      const reached = await isReached(held, { waitMs, signal: received.signal });
      return { reached, held: held.count };
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
