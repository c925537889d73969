/** What only servers have: files as recordings, and a journal on disk. */
export type { BatchJournal, JournalState } from "./batch/batch-journal.js";
export {
  type FileJournal,
  type FileJournalOptions,
  fileJournal,
  type JournalDecision,
  type JournalEntry,
} from "./batch/file-journal.js";
export { fromPath } from "./upload/from-path.js";
