import type { Paths } from "../api/route.js";
import { parseJson, readBytes } from "../core/body.js";
import { jsonResponse, jsonTextResponse } from "../core/message.js";
import type { ServiceState } from "../service-state.js";

/** Routes that read and replace everything that the service keeps. */
export function statePaths(state: ServiceState): Paths {
  return {
    "/reset": {
      POST: {
        access: "control",
        answer() {
          state.reset();
          return jsonResponse(200, { status: "ok" });
        },
      },
    },
    "/state": {
      GET: { access: "control", answer: () => jsonTextResponse(200, state.snapshotText()) },
      PUT: {
        access: "control",
        // A state has no limit: it has the recordings in it.
        async answer({ incoming }) {
          state.restore(parseJson(await readBytes(incoming, null)));
          return jsonResponse(200, { status: "ok" });
        },
      },
    },
  };
}
