/** The routes of the control interface for rules: one list of all kinds, and a shorthand of each kind that adds to it. */
import * as z from "zod";
import type { Paths } from "../api/route.js";
import { unknownId } from "../core/mock-service-error.js";
import { pause } from "../core/pause.js";
import type { HeldRequests } from "../rules/hold.js";
import type { RuleChange } from "../rules/rule.js";
import type { Rules } from "../rules/rules.js";
import { type FaultControls, shorthands } from "../rules/shorthands.js";
import { controlRoute, found, removed } from "./control-route.js";
import { wholeNumber, wholeNumberText } from "./query.js";

/** What these routes control. */
export interface RuleRouteDependencies {
  rules: Rules;
  faults: FaultControls;
}

/** Routes of the list of rules, and shorthands that add a rule. */
export function rulePaths({ rules, faults }: RuleRouteDependencies): Paths {
  const added = Object.entries(shorthands).map(([path, add]) => {
    return [path, { POST: addRoute((body) => add(rules, body)) }] as const;
  });
  const { "/faults": faultRoutes, ...others } = Object.fromEntries(added);
  return {
    ...others,
    "/faults": { ...faultRoutes, DELETE: controlRoute({ respond: () => void faults.clear() }) },
    "/rules": {
      GET: controlRoute({ respond: () => ({ rules: rules.list() }) }),
      POST: addRoute((body) => rules.add(body).id),
      DELETE: controlRoute({ respond: () => void rules.clear() }),
    },
    "/rules/:id": {
      GET: controlRoute({ respond: ({ params }) => found(rules.list(), params.id, "rule") }),
      PATCH: changeRoute(rules),
      DELETE: controlRoute({ respond: ({ params: { id = "" } }) => removed(rules.remove(id), "rule") }),
    },
    "/gates/:id": {
      GET: gateRoute(rules),
      DELETE: controlRoute({
        respond({ params: { id = "" } }) {
          gateOf(rules, id);
          return removed(rules.remove(id), "gate");
        },
      }),
    },
  };
}

/** Adds a rule, and answers its id. Any JSON is taken here: `add` checks it. */
function addRoute(add: (body: unknown) => string) {
  return controlRoute({ body: z.unknown(), status: 201, respond: ({ body }) => ({ id: add(body) }) });
}

/** Any JSON is taken here: `update` checks it. */
function changeRoute(rules: Rules) {
  return controlRoute({
    body: z.unknown(),
    respond({ params: { id = "" }, body }) {
      found(rules.list(), id, "rule");
      rules.update(id, body as RuleChange);
      return found(rules.list(), id, "rule");
    },
  });
}

/** The requests that a rule holds. @throws {MockServiceError} "not-found" when no rule with this id holds any */
function gateOf(rules: Rules, id = ""): HeldRequests {
  const isGate = rules.list().some((rule) => rule.id === id && rule.held !== undefined);
  const rule = rules.get(id);
  if (!isGate || !rule) throw unknownId("gate");
  return rule.held;
}

/** Waits for the first request that a gate holds, and says how many it holds then. */
function gateRoute(rules: Rules) {
  return controlRoute({
    query: { waitMs: wholeNumberText },
    async respond({ params: { id = "" }, query, received }) {
      const held = gateOf(rules, id);
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
