/** What only servers have: files and streams of unknown size as recordings, and a journal on disk. */
export type { BatchJournal, BatchJournalEntry } from "./batch/batch-journal.js";
export { fileJournal } from "./batch/file-journal.js";
export { fromPath } from "./upload/from-path.js";
export { type Spoolable, type SpooledRecording, type SpoolOptions, spool } from "./upload/spool.js";
