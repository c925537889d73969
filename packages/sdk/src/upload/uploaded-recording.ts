/** A recording in the service's storage. */
export interface UploadedRecording {
  /** Storage key of the object. */
  key: string;
  /** To be passed as `audio_url` to `calls.create()`. */
  publicUrl: string;
  filename: string;
  contentType: string;
  sizeBytes: number;
}
