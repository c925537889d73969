import type { operations } from "@call-analysis/sdk";

/** An operationId of the contract. */
export type ContractOperation = keyof operations;

type JsonOf<Carrier> = Carrier extends { content: { "application/json": infer Body } } ? Body : never;

type Responses<Operation extends ContractOperation> = operations[Operation]["responses"];

/** The body of an operation's success. */
export type AnswerBody<Operation extends ContractOperation> = JsonOf<
  Responses<Operation>[keyof Responses<Operation> & (200 | 201 | 202)]
>;

/** The body of an operation's request; undefined for one that has none. */
export type RequestBody<Operation extends ContractOperation> = operations[Operation] extends {
  requestBody: infer Body;
}
  ? JsonOf<Body>
  : undefined;

/** What the names in an operation's path stand for, decoded. */
export type PathParameters<Operation extends ContractOperation> = operations[Operation]["parameters"] extends {
  path: infer Path;
}
  ? Path
  : Record<string, string>;

/** A request as a resolver gets it: its key is known, and its body fits the contract. */
export interface OverrideRequest<Operation extends ContractOperation> {
  operation: Operation;
  params: PathParameters<Operation>;
  body: RequestBody<Operation>;
  /** Null for an upload, which carries no key. */
  organizationId: string | null;
}

/** What a resolver gives: the body of the operation's success, a whole `Response`, or undefined to let the service answer. */
export type Override<Operation extends ContractOperation> = AnswerBody<Operation> | Response | undefined;

/** Answers one operation in the service's place. */
export type Resolver<Operation extends ContractOperation> = (
  request: OverrideRequest<Operation>,
) => Override<Operation> | Promise<Override<Operation>>;

/** How long an override stays. */
export interface OverrideOptions {
  /** How many requests it answers; one whose answer breaks the contract does not count. @default all, until `reset()` */
  times?: number;
}
