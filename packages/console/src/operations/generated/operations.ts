// Generated from the document, the table of operations and the fake's fields by scripts/generate.ts. Never edited.

/** The facts of each operation: `client` is the method that sends it; `body` has its fields with their types. */
export const operations = {
  listAgents: {"matchFields":[],"path":"/v1/agents","client":"agents.list"},
  createAgent: {"matchFields":["name","email"],"path":"/v1/agents","client":"agents.create","body":{"fields":{"name":"string","email":"string"},"takesOthers":false}},
  updateAgent: {"matchFields":["id","memberId","name","email"],"path":"/v1/agents/{id}","client":"agents.update","body":{"fields":{"name":"string?","email":"string?"},"takesOthers":false}},
  deleteAgent: {"matchFields":["id","memberId"],"path":"/v1/agents/{id}","client":"agents.delete"},
  createUploadUrl: {"matchFields":["filename","contentType"],"path":"/v1/calls/presigned-url","client":"calls.createUploadUrl","body":{"fields":{"filename":"string","contentType":"string"},"takesOthers":false}},
  createCall: {"matchFields":["memberId","categoryId","audio_url","filename","udfs","date"],"path":"/v1/calls","client":"calls.create","body":{"fields":{"memberId":"string","categoryId":"string","audio_url":"string","udfs":"object?","date":"string?"},"takesOthers":false}},
  getCallAnalysis: {"matchFields":["callId","memberId","categoryId","audio_url","filename","udfs"],"path":"/v1/calls/{callId}/analysis","client":"calls.getAnalysis"},
  listCategories: {"matchFields":[],"path":"/v1/categories","client":"categories.list"},
  getCategory: {"matchFields":["categoryId"],"path":"/v1/categories/{categoryId}","client":"categories.get"},
  addProspect: {"matchFields":["campaign_id","name","phone"],"path":"/v1/campaigns/{campaign_id}/prospects-zap","client":"campaigns.addProspect","body":{"fields":{"name":"string?","phone":"string?"},"takesOthers":true}},
  uploadRecording: {"matchFields":["uploadId","filename"]},
  readRecording: {"matchFields":["uploadId","filename"]},
} as const;

/** The fields by which rules choose calls. */
export const callFields = ["organizationId","memberId","categoryId","audio_url","filename","udfs","date"] as const;
