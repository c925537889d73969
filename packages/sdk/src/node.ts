/** What only servers have: files and streams of unknown size as recordings, and a journal on disk. */
export type { FileJournal, InputIdentity, JournalEntry } from "./record/journal.js";
export type { JournalState } from "./record/ledger.js";
export { type FileJournalOptions, fileJournal } from "./record/sqlite-journal.js";
export { fromPath } from "./upload/from-path.js";
export { recordingEndings } from "./upload/media-type.js";
export { type SpooledRecording, type SpoolOptions, spool } from "./upload/spool.js";
