// Generated from openapi/call-analysis.yaml by scripts/generate.ts. Never edited.

/** The fields of each body, by operation; none for a body that may have any. */
export const bodyFields = {
  createAgent: { name: true, email: true },
  updateAgent: { name: true, email: true },
  createUploadUrl: { filename: true, contentType: true },
  createCall: { memberId: true, categoryId: true, audio_url: true, udfs: true, date: true },
} as const;
