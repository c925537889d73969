import { randomUUID } from "node:crypto";

/** Makes names and e-mails that nobody has, all with the mark of one run, by which they are found again. */
export class Fresh {
  readonly mark = `contract-${randomUUID().slice(0, 8)}`;
  #count = 0;

  /** A person's name. */
  name(): string {
    return `Contract Test ${this.#next()}`;
  }

  /** An e-mail, of a domain that is nobody's. @param prefix put in front, such as a generated local part */
  email(prefix = ""): string {
    return `${prefix}${this.mark}-${this.#next()}@example.com`;
  }

  /** An id that the service never gave. */
  unknownId(): string {
    return `${this.mark}-unknown-${this.#next()}`;
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }
}
