/** What only servers have. */
export { recordingEndings } from "./upload/media-type.js";
