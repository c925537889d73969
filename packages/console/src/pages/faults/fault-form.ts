/** What the form of faults has entered, the fault that it means, and how a fault is described. */
import type { Fault, InjectedFault, LognormalLatency } from "@call-analysis/mock";
import { jsonOf, numberOf } from "../../operations/form-problems.ts";
import { type MatchRow, matchOf } from "../../operations/match-fields.tsx";
import { isOperationName } from "../../operations/operations.ts";
import { numberText } from "../../ui/format.ts";

/** What goes wrong, as the form offers it. `json` is for whatever the form has no fields for, such as a sequence. */
export type FaultKind = "status" | "network" | "body" | "upload" | "latency" | "json";

/** Everything that was entered, as texts. */
export interface FaultForm {
  /** Empty for every operation. */
  operation: string;
  kind: FaultKind;
  rows: readonly MatchRow[];
  status: string;
  retryAfter: string;
  responseBody: string;
  network: string;
  body: string;
  /** `bytesPerSecond` or `cutAfterBytes`. */
  uploadKind: string;
  uploadAmount: string;
  latencyMs: string;
  when: string;
  times: string;
  skip: string;
  probability: string;
  json: string;
}

/** What the form begins with. */
export const emptyFaultForm: FaultForm = {
  operation: "",
  kind: "status",
  rows: [],
  status: "503",
  retryAfter: "",
  responseBody: "",
  network: "reset",
  body: "truncate",
  uploadKind: "cutAfterBytes",
  uploadAmount: "1000",
  latencyMs: "",
  when: "before",
  times: "1",
  skip: "",
  probability: "",
  json: '{\n  "operation": "createCall",\n  "sequence": [{ "status": 503 }, { "status": 429, "retryAfter": 1 }, "pass"]\n}',
};

/** The fault that was entered. Whether it is one is checked by the fake. @throws {FormValueError} when it cannot be sent */
export function faultOf(form: FaultForm): unknown {
  if (form.kind === "json") return jsonOf(form.json, "json");
  const { operation, times, skip, probability, latencyMs } = form;
  const fault = {
    operation: operation === "" ? undefined : operation,
    match: matchOf(form.rows),
    ...effectOf(form),
    latencyMs: numberOf(latencyMs),
    times: numberOf(times),
    skip: numberOf(skip),
    probability: numberOf(probability),
  };
  return fault;
}

function effectOf(form: FaultForm): object {
  const when = form.when === "after" ? { when: "after" } : {};
  switch (form.kind) {
    case "status": {
      const { status, retryAfter, responseBody } = form;
      const body = responseBody === "" ? {} : { body: responseBody };
      // Without a number the fake says what is missing.
      return { status: numberOf(status) ?? "", retryAfter: numberOf(retryAfter), ...body, ...when };
    }
    case "network":
      return { network: form.network, ...when };
    case "body":
      return { body: form.body };
    case "upload":
      return { upload: { [form.uploadKind]: numberOf(form.uploadAmount) ?? "" } };
    case "latency":
    case "json":
      return when;
  }
}

/** The paths of the fields that a form shows. */
export function faultPaths({ kind }: FaultForm): string[] {
  if (kind === "json") return ["json"];
  const effects = { status: ["status", "retryAfter", "body"], network: [], body: [], upload: ["upload"], latency: [] };
  return [...effects[kind], "latencyMs", "times", "skip", "probability"];
}

/** What an operation may have: only uploads can be slow or cut. */
export function faultKindsFor(operation: string): FaultKind[] {
  const all: FaultKind[] = ["status", "network", "body", "upload", "latency", "json"];
  const mayUpload = operation === "" || operation === "uploadRecording" || !isOperationName(operation);
  return all.filter((kind) => kind !== "upload" || mayUpload);
}

/** What a fault does, in words: one text for each step. */
export function faultTexts(fault: InjectedFault | Fault): string[] {
  if ("sequence" in fault) return fault.sequence.map((step) => (step === "pass" ? "pass" : effectText(step)));
  return [effectText(fault)];
}

function effectText(effect: object): string {
  const { status, network, body, upload, latencyMs, retryAfter, when } = effect as EffectFields;
  const failure = [
    status !== undefined && `status ${status}${retryAfter === undefined ? "" : `, retry after ${retryAfter}`}`,
    network !== undefined && `network ${network}`,
    status === undefined && body !== undefined && `body ${String(body)}`,
    upload?.bytesPerSecond !== undefined && `upload at ${numberText(upload.bytesPerSecond)} bytes a second`,
    upload?.cutAfterBytes !== undefined && `upload cut after ${numberText(upload.cutAfterBytes)} bytes`,
    latencyMs !== undefined && latencyText(latencyMs),
    when === "after" && "after the service has acted",
  ];
  return failure.filter((text) => text !== false).join(", ");
}

/** What an effect may have: the fake has checked which go together. */
interface EffectFields {
  status?: number;
  retryAfter?: number | string;
  network?: string;
  body?: unknown;
  upload?: { bytesPerSecond?: number; cutAfterBytes?: number };
  latencyMs?: number | LognormalLatency;
  when?: string;
}

function latencyText(latency: number | LognormalLatency): string {
  return typeof latency === "number" ? `${latency} ms late` : `about ${latency.medianMs} ms late`;
}

/** To which requests it applies, and how often it has. */
export function faultCountText({ used, ...fault }: InjectedFault): string {
  const { times, skip = 0, probability } = { times: undefined, ...fault };
  const limit = "sequence" in fault ? fault.sequence.length : times;
  const parts = [
    limit === undefined ? `used ${timesText(used)}` : `used ${used} of ${limit}`,
    skip > 0 && `after the first ${skip === 1 ? "request" : `${skip} requests`}`,
    probability !== undefined && `with probability ${probability}`,
  ];
  return parts.filter((text) => text !== false).join(", ");
}

function timesText(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

/** Which requests a fault is about: one of uploads needs no operation. */
export function faultTarget(fault: InjectedFault): string {
  return fault.operation ?? ("upload" in fault ? "uploadRecording" : "Every operation");
}
