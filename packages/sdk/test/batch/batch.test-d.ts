import type { CallAnalysis, UserDefinedFields } from "@call-analysis/sdk";
import { analyzeFiles, type BatchInput } from "@call-analysis/sdk/batch";
import { expectTypeOf } from "vitest";

declare const sdk: CallAnalysis;
interface Lead {
  lead: number;
}
declare const ofRows: AsyncIterable<{ file: Blob; memberId: string; categoryId: string; udfs: Lead; row: bigint }>;
declare const named: BatchInput[];
declare const ofLeads: BatchInput<Lead>[];
declare const plain: { file: { path: string }; memberId: string; categoryId: string }[];

for await (const outcome of analyzeFiles(sdk, ofRows)) {
  expectTypeOf(outcome.input.row).toEqualTypeOf<bigint>();
  if (outcome.ok) expectTypeOf(outcome.result.metadata.udfs).toEqualTypeOf<Lead>();
  else expectTypeOf(outcome.error).toEqualTypeOf<Error>();
}

for await (const { ok, input, result, error } of analyzeFiles(sdk, plain)) {
  expectTypeOf(input.file.path).toEqualTypeOf<string>();
  if (ok) expectTypeOf(result.metadata.udfs).toEqualTypeOf<UserDefinedFields | null>();
  else expectTypeOf(error.message).toEqualTypeOf<string>();
}

for await (const { ok, result } of analyzeFiles(sdk, ofLeads))
  if (ok) expectTypeOf(result.metadata.udfs).toEqualTypeOf<Lead>();

for await (const { input } of analyzeFiles(sdk, named)) expectTypeOf(input).toEqualTypeOf<BatchInput>();

// @ts-expect-error: no category
analyzeFiles(sdk, [{ file: { path: "a.wav" }, memberId: "m" }]);
// @ts-expect-error: a misspelt option
analyzeFiles(sdk, plain, { concurency: 1 });
