import type { UploadGrant, UploadUrlInput } from "@call-analysis/sdk";
import { type FieldProblem, invalidFields, MockServiceError, wrongValue } from "../core/mock-service-error.js";
import { hash } from "../core/random.js";
import type { OrganizationRow, UploadRow } from "../store/rows.js";
import type { DomainContext } from "./context.js";
import { UploadSigner } from "./upload-signature.js";

/** What authorizes an upload: the parameters of the signed address, and the type of what is sent. */
export interface UploadClaim {
  key: string;
  contentType: string;
  expires: string | null;
  signature: string | null;
}

const mimeType = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}( *;[\x20-\x7e]{0,255})?$/;

/** Leave to upload recordings. @see the specification's section 2, Upload grant */
export class UploadGrants {
  readonly #context: DomainContext;
  readonly #signers = new Map<number, UploadSigner>();

  constructor(context: DomainContext) {
    this.#context = context;
  }

  /** @throws {MockServiceError} when the file's name is empty, or its type is no MIME type */
  async create(organization: OrganizationRow, { filename, contentType }: UploadUrlInput): Promise<UploadGrant> {
    const problems: FieldProblem[] = [];
    if (filename.trim() === "") problems.push(wrongValue("filename", "must not be empty"));
    if (!mimeType.test(contentType)) problems.push(wrongValue("contentType", "must be a MIME type, such as audio/wav"));
    if (problems.length > 0) throw invalidFields("invalid-input", problems);
    return this.#grant(this.#insert(organization, filename, contentType));
  }

  /**
   * The upload that a claim stands for.
   *
   * @throws {MockServiceError} when the claim was not granted like this, or is no longer good
   */
  async redeem({ key, contentType, expires, signature }: UploadClaim): Promise<UploadRow> {
    if (expires === null || signature === null)
      throw new MockServiceError("access-denied", "The address is not signed.");
    const expiresAtMs = Number(expires);
    const isSigned = await this.#signer().isValid({ key, contentType, expiresAtMs }, signature);
    const upload = this.#context.store.uploads.findBy("key", key);
    if (!isSigned || !upload) {
      throw new MockServiceError("signature-mismatch", "The signature is not for this key, content type and expiry.");
    }
    if (this.#context.clock.now() > expiresAtMs)
      throw new MockServiceError("access-denied", "The address has expired.");
    return upload;
  }

  /** A restored state may bring another seed. */
  #signer(): UploadSigner {
    const { seed } = this.#context;
    const signer = this.#signers.get(seed) ?? new UploadSigner(hash(seed, "upload-signature"));
    this.#signers.set(seed, signer);
    return signer;
  }

  #insert(organization: OrganizationRow, filename: string, contentType: string): UploadRow {
    const { store, ids, clock, policies } = this.#context;
    const id = ids.next("upl", organization.id, (taken) => store.uploads.get(taken) !== undefined);
    return store.uploads.insert({
      id,
      organizationId: organization.id,
      key: `recordings/${id}/${safeName(filename)}`,
      filename,
      contentType,
      expiresAtMs: clock.now() + policies.uploadUrlLifetimeMs,
      recording: null,
    });
  }

  async #grant({ key, contentType, expiresAtMs }: UploadRow): Promise<UploadGrant> {
    const publicUrl = `${this.#context.addresses().storageUrl}/${key}`;
    const signature = await this.#signer().sign({ key, contentType, expiresAtMs });
    return { key, presignedUrl: `${publicUrl}?X-Expires=${expiresAtMs}&X-Signature=${signature}`, publicUrl };
  }
}

/** A file's name as it can stand in an address: the last part of a path, in plain letters, with no dot in front. */
function safeName(filename: string): string {
  const last = filename.split(/[/\\]/).at(-1) ?? "";
  const safe = last.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[.-]+/, "");
  return safe.slice(-100) || "recording";
}
