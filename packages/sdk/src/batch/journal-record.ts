import { checkToken } from "../analysis/resume.js";
import type { CompletedCall } from "../contract/types.js";
import type { ResumeToken } from "../errors/call-analysis-error.js";
import type { Journal } from "./journal.js";

/** What a journal knows of one input, and how more is told to it. */
export class JournalRecord {
  readonly #journal: Journal;
  readonly #key: string;
  /** Where an earlier process left the input. */
  readonly resume: ResumeToken | undefined;
  /** What came of the input in an earlier process. */
  readonly result: CompletedCall | undefined;

  private constructor(journal: Journal, key: string, known: { resume?: ResumeToken; result?: CompletedCall }) {
    this.#journal = journal;
    this.#key = key;
    this.resume = known.resume;
    this.result = known.result;
  }

  /** @throws {ConfigurationError} for a token of another version or shape */
  static async read(journal: Journal, key: string): Promise<JournalRecord> {
    const entry = await journal.find(key);
    if (entry && "resume" in entry) return new JournalRecord(journal, key, { resume: checkToken(entry.resume) });
    return new JournalRecord(journal, key, entry ?? {});
  }

  async keep(resume: ResumeToken): Promise<void> {
    await this.#journal.record(this.#key, { resume });
  }

  async finish(result: CompletedCall): Promise<void> {
    await this.#journal.record(this.#key, { result });
  }
}
