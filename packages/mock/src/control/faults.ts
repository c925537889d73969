import * as z from "zod";
import type { Paths } from "../api/route.js";
import { jsonResponse } from "../core/message.js";
import type { Faults } from "../interception/faults.js";
import { readControlBody } from "./control-body.js";

/** Any JSON: what is wrong with a fault is said where it is injected. */
const anything = z.unknown();

/** Routes that let things go wrong. */
export function faultPaths(faults: Faults): Paths {
  return {
    "/faults": {
      POST: {
        access: "control",
        async answer({ incoming }) {
          faults.inject(await readControlBody(incoming, anything));
          return jsonResponse(201, { status: "ok" });
        },
      },
      DELETE: {
        access: "control",
        answer() {
          faults.clear();
          return jsonResponse(200, { status: "ok" });
        },
      },
    },
  };
}
