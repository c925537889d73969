import type { ServiceState } from "../../service-state.js";
import { parseJson, readBytes } from "../body.js";
import { json, jsonText } from "../exchange.js";
import type { Paths } from "../route.js";

/** Routes that read and replace everything that the service keeps. */
export function statePaths(state: ServiceState): Paths {
  return {
    "/reset": {
      POST: {
        access: "control",
        answer() {
          state.reset();
          return json(200, { status: "ok" });
        },
      },
    },
    "/state": {
      GET: { access: "control", answer: () => jsonText(200, state.snapshotText()) },
      PUT: {
        access: "control",
        // A state has no limit: it has the recordings in it.
        async answer({ incoming }) {
          state.restore(parseJson(await readBytes(incoming, null)));
          return json(200, { status: "ok" });
        },
      },
    },
  };
}
