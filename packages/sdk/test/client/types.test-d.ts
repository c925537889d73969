import type {
  AgentInput,
  AgentUpdate,
  AnalysisSnapshot,
  CallAnalysis,
  CallInput,
  CallMetadata,
  CallStatus,
  CompletedCall,
  components,
  PartialCallMetadata,
  Prospect,
  UpdatedAgent,
} from "@call-analysis/sdk";
import { analyzeFiles } from "@call-analysis/sdk/batch";
import type { schemas } from "@call-analysis/sdk/schemas";
import { expectTypeOf } from "vitest";
import type * as z from "zod";

type Contract = components["schemas"];

/** A type without index signatures, at every depth: what zod's loose objects add. */
type Closed<T> = T extends string
  ? T
  : T extends readonly (infer Item)[]
    ? Closed<Item>[]
    : T extends object
      ? { [Key in keyof T as string extends Key ? never : Key]: Closed<T[Key]> }
      : T;

type Inferred = { [Name in keyof typeof schemas]: Closed<z.infer<(typeof schemas)[Name]>> };
type Generated = { [Name in keyof Contract]: Closed<Contract[Name]> };

// Each zod schema infers what is generated from the document, field for field.
expectTypeOf<Inferred>().toEqualTypeOf<Generated>();

// What the client writes by hand is what is generated, but for what it adds.
expectTypeOf<AnalysisSnapshot>().toEqualTypeOf<Contract["AnalysisSnapshot"]>();
expectTypeOf<Omit<CompletedCall, "metadata">>().toEqualTypeOf<Omit<Contract["CompletedCall"], "metadata">>();
expectTypeOf<Omit<CallMetadata, "udfs">>().toEqualTypeOf<Omit<Contract["CallMetadata"], "udfs">>();
expectTypeOf<PartialCallMetadata>().toEqualTypeOf<Contract["CallMetadataSoFar"]>();
expectTypeOf<Omit<UpdatedAgent, "id">>().toEqualTypeOf<Contract["UpdatedAgent"]>();
expectTypeOf<Required<Omit<CallInput, "date" | "udfs">>>().toEqualTypeOf<
  Required<Omit<Contract["CreateCallRequest"], "date" | "udfs">>
>();
expectTypeOf<Pick<Prospect, "name" | "phone">>().toEqualTypeOf<{ name?: string; phone?: string }>();
expectTypeOf<AgentInput>().toEqualTypeOf<{ name: string; email: string }>();
expectTypeOf<AgentUpdate>().toEqualTypeOf<{ name?: string; email?: string }>();

// A completed call is a snapshot, so a guard can narrow to it.
expectTypeOf<CompletedCall>().toExtend<AnalysisSnapshot>();

// Statuses are open: known ones are offered, any string is taken.
expectTypeOf<"completed">().toExtend<CallStatus>();
expectTypeOf<string>().toExtend<CallStatus>();

// What the specification does not show is unknown, not any.
expectTypeOf<Contract["Analysis"]["extractions"]>().toBeUnknown();
expectTypeOf<Contract["TargetingRule"]["expression"]>().toBeUnknown();

// The caller's own type of the user-defined fields goes through.
interface Crm {
  crmId: string;
}
expectTypeOf<CallMetadata<Crm>["udfs"]>().toEqualTypeOf<Crm>();
expectTypeOf<CallMetadata["udfs"]>().toEqualTypeOf<Contract["UserDefinedFields"] | null>();
expectTypeOf<Crm>().toExtend<NonNullable<CallInput["udfs"]>>();

// A completed call has its analysis and its metadata.
expectTypeOf<CompletedCall<Crm>["analysis"]>().toEqualTypeOf<Contract["Analysis"]>();
expectTypeOf<CompletedCall<Crm>["metadata"]>().toEqualTypeOf<CallMetadata<Crm>>();
declare const client: CallAnalysis;
const { calls } = client;
declare const crm: Crm;
const recording = { file: new Blob(), memberId: "m", categoryId: "c" };
expectTypeOf(calls.analyzeFile({ ...recording, udfs: crm })).resolves.toEqualTypeOf<CompletedCall<Crm>>();
expectTypeOf(calls.analyzeFile(recording)).resolves.toEqualTypeOf<CompletedCall>();
// An input of a batch may have its own identity.
analyzeFiles(client, [{ ...recording, key: "k" }]);
// An outcome can be taken apart before it is known which one it is.
for await (const { ok, result, error } of analyzeFiles(client, [recording])) {
  if (ok) expectTypeOf(result).toEqualTypeOf<CompletedCall>();
  else expectTypeOf(error).toEqualTypeOf<Error>();
}
expectTypeOf(calls.watchAnalysis<Crm>("call-1")).toEqualTypeOf<AsyncGenerator<AnalysisSnapshot<Crm>, void, void>>();
expectTypeOf(calls.watchAnalysis("call-1")).toEqualTypeOf<AsyncGenerator<AnalysisSnapshot, void, void>>();
