import { alterRequest, alterSuccess, intercept, type Mutant, withJson } from "./mutant.ts";

const day = /^\d{4}[-/]\d\d[-/]\d\d$|^\d\d[-/]\d\d[-/]\d{4}$/;

/** Mutants of the creation of calls, and of what is stored of them. */
export const callMutants: readonly Mutant[] = [
  {
    name: "a new call is completed at once",
    statements: ["2.created-call.status", "4.POST /calls"],
    apply: alterSuccess("createCall", "data.status", () => "completed"),
  },
  {
    name: "every analysis has the callId of another call",
    statements: ["2.created-call.callId", "2.call-analysis.callId"],
    apply: alterSuccess("getCallAnalysis", "data.callId", () => "call_1"),
  },
  {
    name: "a new call cannot be read yet",
    statements: ["3.before-completion", "4.POST /calls.1.record"],
    apply: intercept("getCallAnalysis", async (_request, forward) => {
      const response = await forward();
      const { data } = await response.clone().json();
      return data?.status === "processing" ? withJson(response, { error: "not yet" }, 404) : response;
    }),
  },
  {
    name: "an e-mail is not accepted as a member",
    statements: ["2.call-input.memberId", "4.POST /calls.2"],
    apply: alterRequest("createCall", "memberId", (member) => (String(member).includes("@") ? "of-nobody" : member)),
  },
  {
    name: "an unknown member is accepted",
    statements: ["4.POST /calls.body"],
    apply: intercept("createCall", async (_request, forward) => {
      const response = await forward();
      const { error } = await response.clone().json();
      const isUnknownMember = error?.fields[0]?.path === "memberId" && response.status === 404;
      return isUnknownMember ? withJson(response, { data: { callId: "call_1", status: "processing" } }, 202) : response;
    }),
  },
  {
    name: "a recording in the service's own storage is not ingested",
    statements: ["2.upload-grant.publicUrl", "4.POST /calls.3"],
    apply: alterRequest("createCall", "audio_url", (address) =>
      typeof address === "string" && address.endsWith(".wav") ? `${address}.lost` : address,
    ),
  },
  {
    name: "createdAt and updatedAt ignore the date",
    statements: ["4.POST /calls.4"],
    apply: alterRequest("createCall", "date", (date) => (isAccepted(date) ? undefined : date)),
  },
  {
    name: "updatedAt ignores the date",
    statements: ["2.metadata.updatedAt", "4.POST /calls.4"],
    apply: alterSuccess("getCallAnalysis", "data.metadata.updatedAt", () => new Date().toISOString()),
  },
  {
    name: "dates with slashes are rejected",
    statements: ["4.POST /calls.5"],
    apply: alterRequest("createCall", "date", (date) => (String(date).includes("/") ? "refused" : date)),
  },
  {
    name: "the time after a date is ignored",
    statements: ["4.POST /calls.5"],
    apply: alterRequest("createCall", "date", (date) =>
      typeof date === "string" ? date.replace(/^([\d/-]{10}) .*$/, "$1") : date,
    ),
  },
  {
    name: "a date without a time is 09:00 in UTC",
    statements: ["2.metadata.createdAt", "4.POST /calls.6"],
    apply: alterRequest("createCall", "date", (date) => (day.test(String(date)) ? `${date} 09:00Z` : date)),
  },
  {
    name: "a date without a time is midnight in India",
    statements: ["4.POST /calls.6"],
    apply: alterRequest("createCall", "date", (date) => (day.test(String(date)) ? `${date} 00:00+05:30` : date)),
  },
  {
    name: "DD-MM-YYYY is read as MM-DD-YYYY",
    statements: ["4.POST /calls.5"],
    apply: alterRequest("createCall", "date", (date) =>
      typeof date === "string" ? date.replace(/^(\d\d)-(\d\d)-(\d{4})/, "$2-$1-$3") : date,
    ),
  },
  {
    name: "user-defined fields are lost",
    statements: ["2.call-input.udfs", "2.metadata.udfs"],
    apply: alterRequest("createCall", "udfs", (udfs) => (typeof udfs === "object" ? {} : udfs)),
  },
  {
    name: "a user-defined field named __proto__ is lost",
    statements: ["2.metadata.udfs"],
    apply: alterSuccess("getCallAnalysis", "data.metadata.udfs", (udfs) =>
      Object.fromEntries(Object.entries(Object(udfs)).filter(([key]) => key !== "__proto__")),
    ),
  },
  {
    name: "null fields among the user-defined ones are dropped",
    statements: ["2.metadata.udfs", "2.call-input.udfs"],
    apply: alterRequest("createCall", "udfs.note", (note) => note ?? undefined),
  },
  {
    name: "user-defined fields are flattened to text",
    statements: ["2.metadata.udfs", "2.call-input.udfs"],
    apply: alterRequest("createCall", "udfs.deal", (deal) => (deal === undefined ? undefined : JSON.stringify(deal))),
  },
];

/** Dates that must be rejected stay unchanged. */
function isAccepted(date: unknown): boolean {
  return typeof date === "string" && /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T/.test(date);
}
