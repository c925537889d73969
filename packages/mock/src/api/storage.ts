/** The routes of the recordings' storage. */
import { limitedChunks } from "../core/body.js";
import { decodeUri } from "../core/encoding.js";
import { MockServiceError } from "../core/mock-service-error.js";
import type { ReceivedRequest } from "../core/received-request.js";
import type { SignedUpload } from "../domain/upload-grants.js";
import type { RouteDependencies } from "./dependencies.js";
import { recordingResponse } from "./recording-response.js";
import type { OpenRoute, Paths, RoutedRequest } from "./route.js";

/** Routes of the storage. A signature, not a key, authorizes an upload. @see the specification's section 4, Upload step */
export function storagePaths({ domain, grants, recordings }: RouteDependencies): Paths {
  const uploadRecording: OpenRoute = {
    operation: "uploadRecording",
    access: "open",
    status: 200,
    async respond(request) {
      const { received } = request;
      const upload = grants.redeem(signedUploadOf(request));
      checkLength(received);
      const chunks = limitedChunks(received, domain.policies.maxRecordingBytes);
      const { sha256 } = await recordings.store(upload, { chunks, check: () => received.throwIfEnded() });
      return { status: 200, headers: { etag: `"${sha256}"` }, body: null };
    },
  };
  const readRecording: OpenRoute = {
    operation: "readRecording",
    access: "open",
    status: 200,
    respond(request) {
      const { upload, recording, bytes } = recordings.read(keyOf(request));
      return recordingResponse(request.received, { bytes, contentType: upload.contentType, sha256: recording.sha256 });
    },
  };
  return { "/recordings/:uploadId/:filename": { PUT: uploadRecording, GET: readRecording } };
}

/** Stores like S3 take no upload that does not say its length (`upload-length`). @throws {MockServiceError} */
function checkLength({ length }: ReceivedRequest): void {
  if (length === "chunked")
    throw new MockServiceError("chunked-body", "The body comes in chunks: send its length as Content-Length.");
  if (length === "missing") throw new MockServiceError("missing-length", "The header Content-Length is missing.");
}

function signedUploadOf(request: RoutedRequest): SignedUpload {
  return {
    key: signedKeyOf(request.received.url),
    contentType: request.received.header("content-type") ?? "",
    query: queryOf(request.received.url),
  };
}

/** The query as the client wrote it: a signature is for one spelling. */
function queryOf(url: string): string {
  const { search } = new URL(url);
  return search.slice(1);
}

/** The key of an address in the spelling of its grant; in any other, which has no signature, it is no key. */
function signedKeyOf(url: string): string {
  const spelled = new URL(url).pathname.split("/").slice(-3).join("/");
  const key = decodeUri(spelled);
  return encodeURI(key) === spelled ? key : spelled;
}

function keyOf({ params: { uploadId = "", filename = "" } }: RoutedRequest): string {
  return `recordings/${uploadId}/${filename}`;
}
