import { alterError, alterResponse, alterStatus, alterSuccess, type Mutant, mutantsOf } from "./mutant.ts";

/** Mutants of what responses contain, and of their status. */
export const responseMutants: readonly Mutant[] = mutantsOf({
  "4.GET /categories: the list of categories is empty": alterSuccess("listCategories data", () => []),
  "2.wrapper: the list of agents is not wrapped in data": alterSuccess("listAgents", (body) =>
    Reflect.get(Object(body), "data"),
  ),
  "4.DELETE /agents/{id}: deleteAgent returns success: false": alterSuccess("deleteAgent success", () => false),
  "7.simple: the campaign's detail is an object": alterError("addProspect detail", (detail) =>
    Array.isArray(detail) ? detail : { message: detail },
  ),
  "7.validation: the campaign's list of details does not name the place of the error": alterError(
    "addProspect detail[].loc",
    () => undefined,
  ),
  "4.json.responses: JSON has the content type of HTML": alterResponse(
    "listCategories",
    async (response) => new Response(await response.text(), { headers: { "content-type": "text/html" } }),
  ),
  "2.agent.userId: the agents of the list have no userId": alterSuccess("listAgents data[].userId", () => undefined),
  "4.GET /agents: the agents of the list have a field more": alterSuccess("listAgents data[].remarks", () => ""),
  "4.GET /categories: the list of categories has a field beside data": alterSuccess("listCategories remarks", () => ""),
  "4.POST /calls/presigned-url, 7.success: a grant is answered with 207": alterStatus("createUploadUrl", {
    from: 200,
    to: 207,
  }),
  "2.timestamps: the times of a category are in Indian time": alterSuccess("getCategory data.createdAt", (text) =>
    String(text).replace("Z", "+05:30"),
  ),
  "2.agent.name: an agent is registered under another name": alterSuccess("createAgent data.name", () => "another"),
  "2.agent.name: an update cuts a name to 20 characters": alterSuccess("updateAgent data.name", (name) =>
    [...String(name)].slice(0, 20).join(""),
  ),
  "2.agent.id: every agent has the same id": alterSuccess("createAgent data.id", () => "mem_1"),
  "2.created-call.callId: every call has the same id": alterSuccess("createCall data.callId", () => "call_1"),
  "2.call-analysis.callId: an analysis has the id of another call": alterSuccess(
    "getCallAnalysis data.callId",
    () => "call_1",
  ),
  "2.agent.id: every agent of the list has the same id": alterSuccess("listAgents data[].id", () => "mem_1"),
  "2.agent.memberId: an update returns another memberId": alterSuccess("updateAgent data.memberId", () => "mem_1"),
  "2.category-detail.analysisPointers: every section of a category has the same id": alterSuccess(
    "getCategory data.analysisPointers[].sectionId",
    () => "sec_1",
  ),
  "2.category-detail.analysisPointers: every criterion of a section has the same id": alterSuccess(
    "getCategory data.analysisPointers[].criterias[].criteriaId",
    () => "crt_1",
  ),
  "2.category-detail.analysisPointers: the criteria of a category ask nothing": alterSuccess(
    "getCategory data.analysisPointers[].criterias[].question",
    () => "",
  ),
  "2.metadata.audioUrl: a call has no address of its recording": alterSuccess(
    "getCallAnalysis data.metadata.audioUrl",
    () => "",
  ),
  "4.POST /v1/campaigns/{campaign_id}/prospects-zap: a prospect counts as two": alterSuccess(
    "addProspect added_count",
    () => 2,
  ),
  "2.category.id: every category of the list has the same id": alterSuccess("listCategories data[].id", () => "cat_1"),
  "2.upload-grant.key: every grant has the same key": alterSuccess(
    "createUploadUrl data.key",
    () => "recordings/contract-test.wav",
  ),
  "2.created-call.status: a new call is completed": alterSuccess("createCall data.status", () => "completed"),
  "2.call-analysis.status: a completed call is done": alterSuccess("getCallAnalysis data.status", (status) =>
    status === "completed" ? "done" : status,
  ),
  "2.call-analysis.analysis: the analysis of a completed call is null": alterSuccess(
    "getCallAnalysis data.analysis",
    () => null,
  ),
  "2.analysis.score: the score is a string": alterSuccess("getCallAnalysis data.analysis.score", String),
  "2.analysis.score: the score does not match the sections": alterSuccess(
    "getCallAnalysis data.analysis.score",
    (score) => Number(score) / 2,
  ),
  "2.analysis.outcomeLabel: the outcome is one that the category does not allow": alterSuccess(
    "getCallAnalysis data.analysis.outcomeLabel",
    () => "Sold",
  ),
  "2.analysis.outcomeRationale: the outcome has no rationale": alterSuccess(
    "getCallAnalysis data.analysis.outcomeRationale",
    () => "",
  ),
  "2.analysis.sections: the sections have another order": alterSuccess(
    "getCallAnalysis data.analysis.sections",
    (sections) => listOf(sections).toReversed(),
  ),
  "2.analysis.sections: a section is missing": alterSuccess("getCallAnalysis data.analysis.sections", (sections) =>
    listOf(sections).slice(1),
  ),
  "2.section-result.sectionName: a section has another name than in the category": alterSuccess(
    "getCallAnalysis data.analysis.sections[].sectionName",
    (name) => `${name} section`,
  ),
  "2.section-result.score: a section has more points than its total": alterSuccess(
    "getCallAnalysis data.analysis.sections[].score",
    () => 99,
  ),
  "2.section-result.criterias: a criterion is missing": alterSuccess(
    "getCallAnalysis data.analysis.sections[].criterias",
    (criteria) => listOf(criteria).slice(1),
  ),
  "2.criterion-result.question: a criterion has another question than in the category": alterSuccess(
    "getCallAnalysis data.analysis.sections[].criterias[].question",
    () => "Why?",
  ),
  "2.criterion-result.result: a criterion has an empty result": alterSuccess(
    "getCallAnalysis data.analysis.sections[].criterias[].result",
    () => "",
  ),
  "2.criterion-result.rationale: a criterion has no rationale": alterSuccess(
    "getCallAnalysis data.analysis.sections[].criterias[].rationale",
    () => "",
  ),
  "2.metadata.summary: the summary is empty": alterSuccess("getCallAnalysis data.metadata.summary", () => ""),
  "2.metadata.duration: the duration is 0": alterSuccess("getCallAnalysis data.metadata.duration", () => 0),
  "2.metadata.updatedAt: updatedAt ignores the date": alterSuccess("getCallAnalysis data.metadata.updatedAt", () =>
    new Date().toISOString(),
  ),
  "2.metadata.udfs: a user-defined field named __proto__ is lost": alterSuccess(
    "getCallAnalysis data.metadata.udfs",
    (udfs) => Object.fromEntries(Object.entries(Object(udfs)).filter(([key]) => key !== "__proto__")),
  ),
});

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
