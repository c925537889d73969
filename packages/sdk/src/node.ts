/** What only servers have: files as recordings, and a journal on disk. */

export { fileJournal } from "./batch/file-journal.js";
export type { Journal, JournalEntry } from "./batch/journal.js";
export { fromPath } from "./upload/from-path.js";
