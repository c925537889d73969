import { readBytes } from "../core/body.js";
import type { ServiceResponse } from "../core/message.js";
import type { Policies } from "../core/policies.js";
import type { Recordings } from "../domain/recordings.js";
import type { UploadGrants } from "../domain/upload-grants.js";
import type { Paths, RoutedRequest } from "./route.js";

/** What the routes of the store work with. */
export interface StorageRouteOptions {
  grants: UploadGrants;
  recordings: Recordings;
  policies: Policies;
}

/** Routes of the store. A signature, not a key, authorizes an upload. @see the specification's section 4, Upload step */
export function storagePaths({ grants, recordings, policies }: StorageRouteOptions): Paths {
  return {
    "/recordings/:uploadId/:filename": {
      PUT: {
        operation: "uploadRecording",
        access: "open",
        async answer(request) {
          const upload = await grants.redeem(claimOf(request));
          const bytes = await readBytes(request.incoming, policies.maxRecordingBytes);
          const { sha256 } = await recordings.store(upload, bytes);
          return { status: policies.uploadStatus, headers: { etag: `"${sha256}"` }, body: null };
        },
      },
      GET: { operation: "readRecording", access: "open", answer: (request) => read(recordings, request) },
      HEAD: {
        operation: "readRecording",
        access: "open",
        answer: (request) => ({ ...read(recordings, request), body: null }),
      },
    },
  };
}

function claimOf(request: RoutedRequest) {
  return {
    key: keyOf(request),
    contentType: request.incoming.header("content-type") ?? "",
    expires: request.query.get("X-Expires"),
    signature: request.query.get("X-Signature"),
  };
}

function read(recordings: Recordings, request: RoutedRequest): ServiceResponse {
  const { upload, recording, bytes } = recordings.read(keyOf(request));
  const headers = {
    "content-type": upload.contentType,
    "content-length": String(recording.sizeBytes),
    etag: `"${recording.sha256}"`,
  };
  return { status: 200, headers, body: bytes };
}

function keyOf({ params: { uploadId = "", filename = "" } }: RoutedRequest): string {
  return `recordings/${uploadId}/${filename}`;
}
