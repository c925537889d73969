/** For servers: recordings from files and from streams of unknown size, and a journal on disk. */
export { fromPath } from "./from-path.js";
export { type FileJournal, fileJournal, type JournalEntry } from "./journal/file-journal.js";
export type { SettleClient, SettleDecision } from "./journal/settle.js";
export { type Spoolable, type SpooledRecording, type SpoolOptions, spool } from "./spool.js";
export { recordingEndings } from "./upload/media-type.js";
