/** A request that has no response yet, and what the journal keeps of it once it has. */
import type { RequestLocation } from "../api/router.js";
import type { ServiceResponse } from "../core/message.js";
import { realTimers } from "../core/pause.js";
import type { ReceivedRequest } from "../core/received-request.js";
import type { UploadGrants } from "../domain/upload-grants.js";
import type { RequestAttributes } from "../rules/match.js";
import type { OrganizationRow } from "../store/rows.js";
import type { JournalRecord } from "./entry.js";

/** A request that has no response yet. */
export interface PendingRequest {
  received: ReceivedRequest;
  location: RequestLocation;
  /** Undefined when the request carries no known key. */
  organization: OrganizationRow | undefined;
  id: string;
  /** By the service's clock. */
  serviceStartMs: number;
  /** By the machine's clock, for the duration. */
  monotonicStartMs: number;
  /** The names of the faults that applied. */
  faults: readonly string[];
  /** Why it is refused or fails, for the journal; null until then. */
  reason: string | null;
  /** Read when the first rule asks for them. */
  attributes: Promise<RequestAttributes> | undefined;
}

/** How a request ended, and what its record is made with. */
interface RecordOptions {
  /** The id of the record. */
  id: number;
  /** Null when there was none. */
  response: ServiceResponse | null;
  /** By the service's clock. */
  endedAtMs: number;
  grants: Pick<UploadGrants, "clientOf">;
}

/** What the journal keeps of a request that has ended. */
export function recordOf(pending: PendingRequest, { id, response, endedAtMs, grants }: RecordOptions): JournalRecord {
  const { received, location, organization, serviceStartMs, monotonicStartMs, faults, reason } = pending;
  return {
    kind: "record",
    id,
    method: received.method,
    url: received.url,
    operation: location.operation,
    params: location.params,
    organizationId: organization?.id ?? null,
    requestId: pending.id,
    client: clientOf(pending, grants),
    startedAtMs: serviceStartMs,
    endedAtMs,
    durationMs: realTimers.now() - monotonicStartMs,
    contentType: received.header("content-type"),
    requestChunks: received.keptChunks,
    requestSizeBytes: received.readSizeBytes,
    requestHeaders: received.headers,
    response,
    reason,
    faults,
    rules: received.appliedRules,
  };
}

/** Whoever uploads by a signed address sends what was signed and no more: it is the grant that has a client. */
function clientOf({ received, location }: PendingRequest, grants: RecordOptions["grants"]): string | null {
  if (location.operation !== "uploadRecording") return received.client;
  return received.client ?? grants.clientOf(location.params.uploadId);
}
