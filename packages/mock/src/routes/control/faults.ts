import * as z from "zod";
import type { Faults } from "../../faults/faults.js";
import { json } from "../exchange.js";
import type { Paths } from "../route.js";
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
          return json(201, { status: "ok" });
        },
      },
      DELETE: {
        access: "control",
        answer() {
          faults.clear();
          return json(200, { status: "ok" });
        },
      },
    },
  };
}
