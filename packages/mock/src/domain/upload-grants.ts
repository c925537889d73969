/** Upload grants and their signatures. */
import type { UploadGrant, UploadUrlInput } from "@call-analysis/sdk";
import { throwProblems } from "../core/check-shape.js";
import { MockServiceError, wrongValue } from "../core/mock-service-error.js";
import { hash } from "../core/random.js";
import { hmacSha256 } from "../core/sha256.js";
import type { OrganizationRow, UploadRow } from "../store/rows.js";
import type { DomainDependencies } from "./dependencies.js";

/** What an upload presents: the parameters of the signed address, and its content type. */
export interface SignedUpload {
  key: string;
  contentType: string;
  /** The query of the address, as the client wrote it. */
  query: string;
}

/** The one spelling of a signed query. Storages refuse numbers of other forms, and parameters that were not signed. */
const signedQuery = /^X-Expires=(0|[1-9]\d*)&X-Signature=([0-9a-f]{64})$/;

const mimeType = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}( *;[\x20-\x7e]{0,255})?$/;

/** Grants, which allow their holder to upload one recording. @see the specification's section 2, Upload grant */
export class UploadGrants {
  readonly #dependencies: DomainDependencies;
  /** The clients that named themselves, by the upload. */
  readonly #clients = new Map<string, string>();

  constructor(dependencies: DomainDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * @param grant.client who asks for the grant, if it is known
   * @param grant.storageUrl where the recording is to be uploaded
   * @throws {MockServiceError} when the file name is empty, or the content type is not a MIME type
   */
  create(
    organization: OrganizationRow,
    { filename, contentType, client, storageUrl }: UploadUrlInput & { client: string | null; storageUrl: string },
  ): UploadGrant {
    throwProblems([
      ...(filename.trim() === "" ? [wrongValue("filename", "must not be empty")] : []),
      ...(mimeType.test(contentType) ? [] : [wrongValue("contentType", "must be a MIME type, such as audio/wav")]),
    ]);
    const upload = this.#insert(organization, filename, contentType);
    // Ids begin again after a reset: an upload of before may have had this one.
    this.#clients.delete(upload.id);
    if (client !== null) this.#clients.set(upload.id, client);
    const publicUrl = `${storageUrl}/${encodeURI(upload.key)}`;
    const query = `X-Expires=${upload.expiresAtMs}&X-Signature=${this.#sign(upload)}`;
    return { key: upload.key, presignedUrl: `${publicUrl}?${query}`, publicUrl };
  }

  /**
   * The upload that a signed address was granted for.
   *
   * @throws {MockServiceError} when the signature does not match, or the grant has expired
   */
  redeem({ key, contentType, query }: SignedUpload): UploadRow {
    if (!/\bX-Expires=/.test(query) || !/\bX-Signature=/.test(query))
      throw new MockServiceError("access-denied", "The address is not signed.");
    const [, expires, signature = ""] = signedQuery.exec(query) ?? [];
    const expiresAtMs = Number(expires);
    const upload = this.#dependencies.store.uploads.find(key);
    const isSigned = this.#sign({ key, contentType, expiresAtMs }) === signature;
    if (!isSigned || !upload) {
      throw new MockServiceError("signature-mismatch", "The signature is not for this key, content type and expiry.");
    }
    if (this.#dependencies.clock.now() > expiresAtMs)
      throw new MockServiceError("access-denied", "The address has expired.");
    return upload;
  }

  /** Who asked for the grant of an upload; null when it is not known. */
  clientOf(uploadId: string | undefined): string | null {
    return this.#clients.get(uploadId ?? "") ?? null;
  }

  /** By a secret of the present seed, which restoring a snapshot changes. MIME types are the same in any case. */
  #sign({ key, contentType, expiresAtMs }: Pick<UploadRow, "key" | "contentType" | "expiresAtMs">): string {
    const secret = hash(this.#dependencies.seed, "upload-signature");
    return hmacSha256(secret, `PUT\n${key}\n${contentType.trim().toLowerCase()}\n${expiresAtMs}`);
  }

  #insert(organization: OrganizationRow, filename: string, contentType: string): UploadRow {
    const { store, ids, clock, policies } = this.#dependencies;
    const id = ids.next("upl", organization.id, (taken) => store.uploads.get(taken) !== undefined);
    return store.uploads.insert({
      id,
      organizationId: organization.id,
      key: `recordings/${id}/${safeName(filename)}`,
      filename,
      contentType,
      // Whole milliseconds: a signed query takes no others.
      expiresAtMs: clock.now() + Math.floor(policies.uploadUrlLifetimeMs),
      recording: null,
    });
  }
}

/** A file name for use in a storage key: the last part of a path, in letters of any script and digits, with no dot in front. */
function safeName(filename: string): string {
  const last = filename.split(/[/\\]/).at(-1) ?? "";
  const safe = last
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
    .replace(/^[.-]+/, "");
  return [...safe].slice(-100).join("") || "recording";
}
