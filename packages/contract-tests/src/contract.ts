/** The specification of each operation's request and response, checked by the generated schemas. */
import { schemas } from "@call-analysis/sdk/schemas";
import * as z from "zod";
import type { Finding } from "./finding.ts";
import { isOfCampaigns, type OperationId } from "./operation.ts";

interface Contract {
  /** Where the specification shows the operation. */
  spec: string;
  /** The success status; undefined where the specification shows none. */
  status?: number;
  body?: z.ZodType;
  response: z.ZodType;
}

/** Statuses are copied by hand from section 4 of the specification. */
export const contract = {
  listAgents: { spec: "4. Agents, GET /agents", status: 200, response: schemas.AgentListResponse },
  createAgent: {
    spec: "4. Agents, POST /agents",
    status: 201,
    body: schemas.CreateAgentRequest,
    response: schemas.CreatedAgentResponse,
  },
  updateAgent: {
    spec: "4. Agents, PATCH /agents/{id}",
    status: 200,
    body: schemas.UpdateAgentRequest,
    response: schemas.UpdatedAgentResponse,
  },
  deleteAgent: { spec: "4. Agents, DELETE /agents/{id}", status: 200, response: schemas.DeletedAgentResponse },
  createUploadUrl: {
    spec: "4. Calls, POST /calls/presigned-url",
    status: 200,
    body: schemas.CreateUploadUrlRequest,
    response: schemas.UploadGrantResponse,
  },
  createCall: {
    spec: "4. Calls, POST /calls",
    status: 202,
    body: schemas.CreateCallRequest,
    response: schemas.CreatedCallResponse,
  },
  getCallAnalysis: {
    spec: "4. Calls, GET /calls/{callId}/analysis",
    status: 200,
    response: schemas.AnalysisSnapshotResponse,
  },
  listCategories: { spec: "4. Categories, GET /categories", status: 200, response: schemas.CategoryListResponse },
  getCategory: {
    spec: "4. Categories, GET /categories/{categoryId}",
    status: 200,
    response: schemas.CategoryDetailResponse,
  },
  addProspect: { spec: "4. Campaigns", body: schemas.Prospect, response: schemas.ProspectResult },
} satisfies Record<OperationId, Contract>;

/** The body of an operation's success. */
export type SuccessBody<Id extends OperationId> = z.output<(typeof contract)[Id]["response"]>;

/** Every operation whose responses are JSON, in the specification's order. */
export const operationIds = Object.keys(contract) as OperationId[];

/** The parts of a response that a case can see. */
export interface ReceivedResponse {
  status: number;
  headers: Headers;
  /** The body as JSON; undefined when it is not JSON. */
  json: unknown;
}

/** Whether the response is a success. */
export function isSuccess({ status }: Pick<ReceivedResponse, "status">): boolean {
  return status >= 200 && status < 300;
}

/** Whether the response rejects the request with a 4xx. */
export function isRejection({ status }: Pick<ReceivedResponse, "status">): boolean {
  return status >= 400 && status < 500;
}

/** The contract of any operation. */
export function contractOf(operation: OperationId): Contract {
  return contract[operation];
}

/** Every point at which a response violates its status, JSON, or its schema. */
export function departuresOf(operation: OperationId, response: ReceivedResponse): Finding[] {
  const violation = { kind: "violation", operation } as const;
  const { status, response: schema } = contractOf(operation);
  const isExpected = isRejection(response) || (status ? response.status === status : isSuccess(response));
  if (!isExpected) return [{ ...violation, place: "status", expected: `${status ?? "2xx"}, or 4xx for a rejection` }];
  if (!/^application\/(.+\+)?json\b/.test(response.headers.get("content-type") ?? ""))
    return [{ ...violation, place: "header content-type", expected: "JSON" }];
  if (response.json === undefined) return [{ ...violation, place: "body", expected: "JSON" }];
  const ofError = isOfCampaigns(operation) ? schemas.CampaignError : schemas.ExternalError;
  return mismatches(isSuccess(response) ? schema : ofError, response.json).map((found) => ({ operation, ...found }));
}

/** Where a value violates a schema. Whether further fields are allowed is an open question. */
export function mismatches(schema: z.ZodType, value: unknown): Omit<Finding, "operation">[] {
  const issues = strict(schema).safeParse(value).error?.issues ?? [];
  return issues.map(({ path, code, message }) => {
    const steps = path.map((key) => (typeof key === "number" ? "[]" : `.${String(key)}`));
    const place = steps.join("").replace(/^\./, "") || "body";
    if (code === "unrecognized_keys")
      return { kind: "assumption", place, expected: "no further field (further-fields)" };
    return { kind: "violation", place, expected: message.replace("Invalid input: expected ", "") };
  });
}

const timestamp = z.iso.datetime({ offset: true }).regex(/(?:Z|[+-]00:00)$/i, { error: "a date-time in UTC" });
const email = z.string().regex(/^[^\s@]+@[^\s@]+$/, { error: "an e-mail" });
const address = z.url({ error: "an address" });

/** The forms of texts with these names: the generated schemas check only types. */
const forms: Readonly<Record<string, z.ZodType>> = {
  createdAt: timestamp,
  updatedAt: timestamp,
  email,
  image: address,
  audioUrl: address,
  audio_url: address,
  presignedUrl: address,
  publicUrl: address,
};

const stricter = new Map<z.ZodType, z.ZodType>();

/** A schema that refuses further fields, and texts in another form. */
function strict(schema: z.ZodType): z.ZodType {
  const known = stricter.get(schema) ?? strictField(schema);
  stricter.set(schema, known);
  return known;
}

function strictField(schema: unknown, name = ""): z.ZodType {
  if (schema instanceof z.ZodOptional) return strictField(schema.unwrap(), name).optional();
  if (schema instanceof z.ZodNullable) return strictField(schema.unwrap(), name).nullable();
  if (schema instanceof z.ZodArray) return z.array(strictField(schema.element));
  if (schema instanceof z.ZodString) return forms[name] ?? schema;
  // An object without fields is free, such as user-defined fields.
  if (schema instanceof z.ZodObject && Object.keys(schema.shape).length > 0) {
    const fields = Object.entries(schema.shape).map(([key, field]) => [key, strictField(field, key)]);
    return z.strictObject(Object.fromEntries(fields));
  }
  // What else the generated schemas are made of.
  return schema as z.ZodType;
}
