/** Upload grants. The holder of a grant may upload one recording. @see the specification's section 2, Upload grant */
import type { UploadGrant, UploadUrlInput } from "@call-analysis/sdk";
import { throwProblems } from "../core/check-shape.js";
import { MockServiceError, wrongValue } from "../core/mock-service-error.js";
import { hash } from "../core/random.js";
import type { OrganizationRow, UploadRow } from "../store/rows.js";
import type { Domain } from "./domain.js";

/** The only spelling of a signed query. Storages refuse numbers in other forms, and unsigned parameters. */
const signedQuery = /^X-Expires=(0|[1-9]\d*)&X-Signature=([0-9a-f]{32})$/;

const mimeType = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}( *;[\x20-\x7e]{0,255})?$/;

/** The upload that a grant is for. */
interface GrantRequest extends UploadUrlInput {
  /** Who asks for the grant, if known. */
  client: string | null;
  /** The base URL for the upload. */
  storageUrl: string;
}

/** @throws {MockServiceError} if the file name is empty, or the content type is not a MIME type */
export function createUploadGrant(
  domain: Domain,
  { id: organizationId }: OrganizationRow,
  { filename, contentType, client, storageUrl }: GrantRequest,
): UploadGrant {
  const { store, ids, clock, policies } = domain;
  throwProblems([
    ...(filename.trim() === "" ? [wrongValue("filename", "must not be empty")] : []),
    ...(mimeType.test(contentType) ? [] : [wrongValue("contentType", "must be a MIME type, such as audio/wav")]),
  ]);
  const id = ids.next("upl", organizationId, (taken) => store.uploads.get(taken) !== undefined);
  const key = `recordings/${id}/${safeName(filename)}`;
  // Whole milliseconds: a signed query takes no others.
  const expiresAtMs = clock.now() + Math.floor(policies.uploadUrlLifetimeMs);
  const upload = { id, organizationId, key, filename, contentType, expiresAtMs, client, recording: null };
  store.uploads.insert(upload);
  const publicUrl = `${storageUrl}/${encodeURI(key)}`;
  const query = `X-Expires=${expiresAtMs}&X-Signature=${signatureOf(domain, upload)}`;
  return { key, presignedUrl: `${publicUrl}?${query}`, publicUrl };
}

/**
 * The upload that a signed URL was granted for.
 *
 * @param query the URL's query, as the client sent it
 * @throws {MockServiceError} if the signature does not match, or the grant has expired
 */
export function redeemGrant(
  domain: Domain,
  { key, contentType, query }: Pick<UploadRow, "key" | "contentType"> & { query: string },
): UploadRow {
  if (!/\bX-Expires=/.test(query) || !/\bX-Signature=/.test(query))
    throw new MockServiceError("access-denied", "The URL is not signed.");
  const [, expires, signature = ""] = signedQuery.exec(query) ?? [];
  const expiresAtMs = Number(expires);
  const upload = domain.store.uploads.find(key);
  if (!upload || signatureOf(domain, { key, contentType, expiresAtMs }) !== signature)
    throw new MockServiceError("signature-mismatch", "The signature does not match this key, content type and expiry.");
  if (domain.clock.now() > expiresAtMs) throw new MockServiceError("access-denied", "The URL has expired.");
  return upload;
}

/**
 * By the present seed, which restoring a snapshot changes. It finds what a client has changed, and keeps nobody from forging one. MIME
 * types are the same in any case.
 */
function signatureOf({ seed }: Domain, upload: Pick<UploadRow, "key" | "contentType" | "expiresAtMs">): string {
  const { key, contentType, expiresAtMs } = upload;
  return hash(seed, "upload-signature", key, contentType.trim().toLowerCase(), expiresAtMs);
}

/**
 * A file name for a storage key: the last part of a path, with letters of any script and digits, and without a leading
 * dot.
 */
function safeName(filename: string): string {
  const safe = filename
    .replace(/^.*[/\\]/s, "")
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
    .replace(/^[.-]+/, "");
  return [...safe].slice(-100).join("") || "recording";
}
