/** The routes of the control interface for the bytes of recordings, which a large snapshot does not contain. */
import { recordingResponse } from "../api/recording-response.js";
import type { Paths } from "../api/route.js";
import { limitedChunks } from "../core/body.js";
import { invalidValue, unknownId } from "../core/mock-service-error.js";
import type { Policies } from "../core/policies.js";
import type { Recordings } from "../domain/recordings.js";
import type { RecordingStorage } from "../store/recording-storage.js";
import type { Store } from "../store/store.js";
import { controlRoute } from "./control-route.js";

/** A call's recording as the service has it, for who only looks: no read of it is in the journal. */
export function callRecordingPaths(recordings: Recordings, calls: Store["calls"]): Paths {
  return {
    "/calls/:callId/recording": {
      GET: {
        access: "control",
        respond({ received, params: { callId = "" } }) {
          const call = calls.get(callId);
          if (!call) throw unknownId("call");
          const { upload, recording, bytes } = recordings.readOf(call);
          return recordingResponse(received, { bytes, contentType: upload.contentType, sha256: recording.sha256 });
        },
      },
    },
  };
}

/** Routes that read and add recordings by their SHA-256. What is added stays until the next reset or restored state. */
export function recordingPaths(recordings: RecordingStorage, { maxRecordingBytes }: Policies): Paths {
  return {
    "/recordings/:recordingId": {
      GET: {
        access: "control",
        respond({ received, params: { recordingId: sha256 = "" } }) {
          const bytes = recordings.get(sha256);
          if (!bytes) throw unknownId("recording");
          return recordingResponse(received, { bytes, contentType: "application/octet-stream", sha256 });
        },
      },
      PUT: controlRoute({
        async respond({ received, params: { recordingId } }) {
          const check = (id: string) => {
            if (id !== recordingId) throw invalidValue("id", `must be the SHA-256 of the bytes, which is ${id}`);
          };
          const refer = (id: string) => recordings.pin(id);
          await recordings.receive(limitedChunks(received, maxRecordingBytes), { check, refer });
          return undefined;
        },
      }),
    },
  };
}
