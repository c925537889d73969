import type { operations } from "@call-analysis/sdk";

/** An operationId of the document that answers with JSON. */
export type OperationId = Exclude<keyof operations, "uploadRecording">;

/** What a case can be about: an operation of the document, or a read of the public address. */
export type Subject = keyof operations | "readRecording";

/** The body with which an operation answers success. */
export type SuccessBody<Id extends OperationId> = JsonOf<SuccessOf<operations[Id]["responses"]>>;

type SuccessOf<Responses> = Responses[keyof Responses & (200 | 201 | 202)];
type JsonOf<Answer> = Answer extends { content: { "application/json": infer Body } } ? Body : never;
