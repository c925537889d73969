/** The routes of the control interface for faults, gates and overrides. */
import * as z from "zod";
import type { Paths } from "../api/route.js";
import { oneOf } from "../core/check-shape.js";
import { checkMatch } from "../core/match.js";
import { mayHaveBody } from "../core/message.js";
import { invalidFields, unknownId, wrongValue } from "../core/mock-service-error.js";
import { operationNames } from "../core/operations.js";
import { pause } from "../core/pause.js";
import type { Faults } from "../interception/faults.js";
import type { Gate, Gates } from "../interception/gates.js";
import { type ContractOperation, contractProblems, type Overrides } from "../interception/overrides.js";
import { controlRoute, found, removed } from "./control-route.js";
import { wholeNumber, wholeNumberText } from "./query.js";

/** What these routes control. */
export interface Interceptions {
  faults: Faults;
  gates: Gates;
  overrides: Overrides;
}

/** Routes that make requests fail, hold them, and respond to them in place of the service. */
export function interceptionPaths({ faults, gates, overrides }: Interceptions): Paths {
  return { ...faultPaths(faults), ...gatePaths(gates), ...overridePaths(overrides) };
}

function faultPaths(faults: Faults): Paths {
  return {
    "/faults": {
      GET: controlRoute({ respond: () => ({ faults: faults.list() }) }),
      // Any JSON is taken here: `inject` checks it.
      POST: controlRoute({ body: z.unknown(), status: 201, respond: ({ body }) => ({ id: faults.inject(body) }) }),
      DELETE: controlRoute({ respond: () => void faults.clear() }),
    },
    "/faults/:id": {
      GET: controlRoute({ respond: ({ params }) => found(faults.list(), params.id, "fault") }),
      DELETE: controlRoute({ respond: ({ params }) => removed(faults.remove(params.id ?? ""), "fault") }),
    },
  };
}

const gate = z.strictObject({
  operation: oneOf(operationNames),
  match: z.record(z.string(), z.unknown(), { error: "must be an object of fields" }).optional(),
});

function gatePaths(gates: Gates): Paths {
  return {
    "/gates": {
      GET: controlRoute({ respond: () => ({ gates: gates.list() }) }),
      POST: controlRoute({
        body: gate,
        status: 201,
        respond({ body: { operation, match = {} } }) {
          checkMatch(match, { operation, place: "match" });
          return { id: gates.hold(operation, match).id };
        },
      }),
    },
    "/gates/:id": {
      GET: controlRoute({
        query: { waitMs: wholeNumberText },
        async respond({ params, query, received }) {
          const waitMs = wholeNumber(query, "waitMs") ?? 0;
          return { reached: await isReached(gateOf(gates, params.id), { waitMs, signal: received.signal }) };
        },
      }),
      DELETE: controlRoute({ respond: ({ params }) => void gateOf(gates, params.id).release() }),
    },
  };
}

function gateOf(gates: Gates, id = ""): Gate {
  const gate = gates.get(id);
  if (gate) return gate;
  throw unknownId("gate");
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

// The address of a recording is no operation of the contract.
const overridable = operationNames.filter((name) => name !== "readRecording");

const override = z.strictObject({
  operation: oneOf(overridable),
  status: z.int().min(200).max(599),
  body: z.unknown().optional(),
  times: z.int().min(1).optional(),
});

type OverrideBody = z.infer<typeof override>;

function overridePaths(overrides: Overrides): Paths {
  return {
    "/overrides": {
      POST: controlRoute({ body: override, status: 201, respond: ({ body }) => addOverride(overrides, body) }),
      DELETE: controlRoute({
        body: z.strictObject({ operation: override.shape.operation.optional() }),
        respond({ body }) {
          if (body.operation === undefined) overrides.clear();
          else overrides.remove(body.operation);
          return undefined;
        },
      }),
    },
  };
}

/** @throws {MockServiceError} "invalid-input" when the body does not fit the operation's contract, or there can be none */
function addOverride(overrides: Overrides, { operation, status, body, times }: OverrideBody): undefined {
  const problems = contractProblems(operation, { status, body });
  if (body !== undefined && !mayHaveBody(status)) problems.push({ path: "", message: `a ${status} has none` });
  if (problems.length > 0) {
    const fields = problems.map(({ path, message }) => wrongValue(path === "" ? "body" : `body.${path}`, message));
    throw invalidFields("invalid-input", fields);
  }
  const text = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
  const headers: Record<string, string> = text === body ? {} : { "content-type": "application/json" };
  overrides.use<ContractOperation>(operation, () => new Response(text ?? null, { status, headers }), { times });
}
