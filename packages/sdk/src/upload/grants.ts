import type { UploadGrant } from "../contract/types.js";
import { UploadError } from "../errors/flow-errors.js";
import { ConnectionError } from "../errors/request-errors.js";

/** The grant of one upload: asked for when it is needed, and once more when the store seems to refuse it. */
export class Grants {
  readonly #ask: () => Promise<UploadGrant>;
  #grant: UploadGrant | undefined;
  #isReplaced = false;

  constructor(ask: () => Promise<UploadGrant>) {
    this.#ask = ask;
  }

  /** The grant to use now. */
  async current(): Promise<UploadGrant> {
    this.#grant ??= await this.#ask();
    return this.#grant;
  }

  /** Gives up a grant after a failure that looks like its refusal; says whether another one will be asked for. */
  replaceAfter(failure: unknown): boolean {
    if (this.#isReplaced || !looksRefused(failure)) return false;
    this.#isReplaced = true;
    this.#grant = undefined;
    return true;
  }
}

/** A store that refuses need not read the recording: its answer may be lost in a connection that it cuts. */
function looksRefused(failure: unknown): boolean {
  if (ConnectionError.is(failure)) return failure.requestSent;
  return UploadError.is(failure) && (failure.status === 403 || /expired/i.test(failure.storeCode ?? ""));
}
