/** What only servers have: files as recordings, and a journal on disk. */

export { fileJournal } from "./analysis/file-journal.js";
export type { Journal, JournalEntry } from "./analysis/journal.js";
export { fromPath } from "./upload/from-path.js";
