/** The control routes for rules: one list for all kinds, and a shorthand for each kind. */
import * as z from "zod";
import type { ControlRoute } from "../api/route.js";
import { found } from "../core/mock-service-error.js";
import { untilAborted } from "../core/pause.js";
import type { HeldRequests } from "../rules/hold.js";
import type { RuleChange } from "../rules/rule.js";
import type { Rules } from "../rules/rules.js";
import { clearFaults, ruleOf, shorthandPaths } from "../rules/shorthands.js";
import { controlRoute, wholeNumberText } from "./control-route.js";

/**
 * The routes of the list of rules, and the shorthands that add a rule. A rule may be any JSON here, because `rules`
 * checks it.
 */
export function ruleRoutes(rules: Rules): ControlRoute[] {
  const any = z.unknown();
  const add = (rule: unknown) => rules.add(rule);
  const listedRule = (id?: string) => rules.list().find((rule) => rule.id === id);
  const foundRule = (id?: string) => found(listedRule(id), "rule");
  /** @throws {MockServiceError} "not-found" if no rule with this id holds requests */
  const gateOf = (id = "") => found(listedRule(id)?.held === undefined ? undefined : rules.get(id), "gate");
  return [
    controlRoute("GET /rules", () => ({ rules: rules.list() })),
    controlRoute("POST /rules", ({ body }) => ({ id: add(body).id }), { body: any, status: 201 }),
    controlRoute("DELETE /rules", () => void rules.clear()),
    controlRoute("GET /rules/{id}", ({ params }) => foundRule(params.id)),
    controlRoute(
      "PATCH /rules/{id}",
      ({ params, body }) => {
        const { id } = foundRule(params.id);
        rules.update(id, body as RuleChange);
        return foundRule(id);
      },
      { body: any },
    ),
    controlRoute("DELETE /rules/{id}", ({ params }) => void rules.remove(foundRule(params.id).id)),
    ...shorthandPaths.map((path) =>
      controlRoute(`POST ${path}`, ({ body }) => ({ id: add(ruleOf(path, body)).id }), { body: any, status: 201 }),
    ),
    controlRoute("DELETE /faults", () => void clearFaults(rules)),
    controlRoute(
      "GET /gates/{id}",
      async ({ params, query: { waitMs = 0 } }) => {
        const { held } = gateOf(params.id);
        const reached = await isReached(held, waitMs);
        return { reached, held: held.count };
      },
      { query: { waitMs: wholeNumberText } },
    ),
    controlRoute("DELETE /gates/{id}", ({ params }) => void rules.remove(gateOf(params.id).id)),
  ];
}

/** Whether a gate has held a request, or does so within the time. False once it is released. */
function isReached(held: HeldRequests, waitMs: number) {
  const isOver = () => false;
  const end = AbortSignal.timeout(waitMs);
  // The gate first, so that it wins when there is no time to wait.
  return Promise.race([held.reached().then(() => true, isOver), untilAborted(end).catch(isOver)]);
}
