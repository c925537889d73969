import * as z from "zod";
import type { Paths } from "../api/route.js";
import { jsonResponse } from "../core/message.js";
import { unknownId } from "../core/mock-service-error.js";
import { policiesSchema } from "../core/policies.js";
import { progressionSchema } from "../engine/timeline.js";
import { scenarioNames } from "../scenarios/scenarios.js";
import { readControlBody } from "./control-body.js";
import type { Sandbox, Sandboxes, SandboxOptions } from "./sandboxes.js";

const scenarioName = z.enum(scenarioNames);

const moment = z.union([
  z.iso.datetime({ offset: true }),
  z
    .number()
    .min(0)
    .max(Date.UTC(9999, 11, 31)),
]);

const sandboxOptions = z.strictObject({
  seed: z.int().min(0).optional(),
  scenario: z.union([scenarioName, z.array(scenarioName)]).optional(),
  progression: progressionSchema.optional(),
  policies: policiesSchema.optional(),
  clock: z.union([z.literal("system"), z.strictObject({ startAt: moment })]).optional(),
  speed: z.number().gt(0).max(1e9).optional(),
}) as unknown as z.ZodType<SandboxOptions>;

/** Routes that make services of their own, for suites that run at the same time. */
export function sandboxPaths(sandboxes: Sandboxes): Paths {
  return {
    "/sandboxes": {
      GET: { access: "control", answer: () => jsonResponse(200, { sandboxes: sandboxes.list().map(described) }) },
      POST: {
        access: "control",
        async answer({ incoming }) {
          return jsonResponse(201, described(sandboxes.create(await readControlBody(incoming, sandboxOptions))));
        },
      },
    },
    "/sandboxes/:sandboxId": {
      DELETE: {
        access: "control",
        answer({ params: { sandboxId = "" } }) {
          if (!sandboxes.delete(sandboxId)) throw unknownId("sandbox");
          return jsonResponse(200, { status: "ok" });
        },
      },
    },
  };
}

function described({ id, addresses }: Sandbox) {
  return { id, ...addresses };
}
