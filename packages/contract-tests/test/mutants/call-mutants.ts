import { alterRequest, alterResponse, type Mutant, mutantsOf, withJson } from "./mutant.ts";

const day = /^\d{4}[-/]\d\d[-/]\d\d$|^\d\d[-/]\d\d[-/]\d{4}$/;

/** Mutants of the creation of calls, and of what is stored of them. */
export const callMutants: readonly Mutant[] = mutantsOf({
  "3.before-completion, 4.POST /calls.1.record: a new call cannot be read yet": alterResponse(
    "getCallAnalysis",
    async (response) => {
      const { data } = await response.clone().json();
      return data?.status === "processing" ? withJson(response, { error: "not yet" }, 404) : response;
    },
  ),
  "2.call-input.memberId, 4.POST /calls.2: an e-mail is not accepted as a member": alterRequest(
    "createCall memberId",
    (member) => (String(member).includes("@") ? "of-nobody" : member),
  ),
  "4.POST /calls.body: an unknown member is accepted": alterResponse("createCall", async (response) => {
    const { error } = await response.clone().json();
    const isUnknownMember = error?.fields[0]?.path === "memberId" && response.status === 404;
    return isUnknownMember ? withJson(response, { data: { callId: "call_1", status: "processing" } }, 202) : response;
  }),
  "2.upload-grant.publicUrl, 4.POST /calls.3: a recording in the service's own storage is not ingested": alterRequest(
    "createCall audio_url",
    (address) => (typeof address === "string" && address.endsWith(".wav") ? `${address}.lost` : address),
  ),
  "4.POST /calls.4: createdAt and updatedAt ignore the date": alterRequest("createCall date", (date) =>
    isAccepted(date) ? undefined : date,
  ),
  "4.POST /calls.5: dates with slashes are rejected": alterRequest("createCall date", (date) =>
    String(date).includes("/") ? "refused" : date,
  ),
  "4.POST /calls.5: the time after a date is ignored": alterRequest("createCall date", (date) =>
    typeof date === "string" ? date.replace(/^([\d/-]{10}) .*$/, "$1") : date,
  ),
  "4.POST /calls.5: DD-MM-YYYY is read as MM-DD-YYYY": alterRequest("createCall date", (date) =>
    typeof date === "string" ? date.replace(/^(\d\d)-(\d\d)-(\d{4})/, "$2-$1-$3") : date,
  ),
  "2.metadata.createdAt, 4.POST /calls.6: a date without a time is 09:00 in UTC": alterRequest(
    "createCall date",
    (date) => (day.test(String(date)) ? `${date} 09:00Z` : date),
  ),
  "4.POST /calls.6: a date without a time is midnight in India": alterRequest("createCall date", (date) =>
    day.test(String(date)) ? `${date} 00:00+05:30` : date,
  ),
  "2.call-input.udfs, 2.metadata.udfs: user-defined fields are lost": alterRequest("createCall udfs", (udfs) =>
    typeof udfs === "object" ? {} : udfs,
  ),
  "2.call-input.udfs, 2.metadata.udfs: null fields among the user-defined ones are dropped": alterRequest(
    "createCall udfs.note",
    (note) => note ?? undefined,
  ),
  "2.call-input.udfs, 2.metadata.udfs: user-defined fields are flattened to text": alterRequest(
    "createCall udfs.deal",
    (deal) => (deal === undefined ? undefined : JSON.stringify(deal)),
  ),
});

/** Dates that must be rejected stay unchanged. */
function isAccepted(date: unknown): boolean {
  return typeof date === "string" && /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T/.test(date);
}
