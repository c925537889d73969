/** The fault of a test that makes a request end as it did in the journal. */
import type { JournalEntry } from "@call-analysis/mock";

/** A fault, and what a test expects of it. */
export interface InjectedStep {
  /** What `inject` takes. */
  fields: Record<string, unknown>;
  /** The names that the journal has for it. */
  names: string[];
  /** The client that meets it: without retries, and without a patience that would make the test wait. */
  client: string;
  /** Whether it certainly fails for whoever sends the request. */
  isSure: boolean;
}

/** Delays and slow bodies change no outcome, so a test does not need them. */
const harmless = ["latency", "upload slow", "body slow-chunks"];

const once = "sdk.withOptions({ retry: false })";
const hurried = "sdk.withOptions({ retry: false, timeoutMs: 200 })";

/** The fault that an entry had, or that explains its status; undefined when the service does it by itself. */
export function faultStep({ operation, status, faults }: JournalEntry): InjectedStep | undefined {
  const target = operation === null ? {} : { operation };
  const name = faults.find((fault) => !harmless.includes(fault));
  if (name === undefined) {
    // The service never does this by itself: an override did, or the request was aborted.
    if (status !== null && status < 500) return undefined;
    const fields = status === null ? { ...target, network: "error" } : { ...target, status };
    return { fields, names: [status === null ? "network error" : `status ${status}`], client: once, isSure: true };
  }
  const [kind = "", value = "", timing] = name.split(" ");
  const isHanging = value === "timeout" || value === "stall";
  const client = isHanging ? hurried : once;
  return {
    fields: { ...target, ...effectOf(kind, value), ...(timing === "after" && { when: timing }) },
    names: [name],
    client,
    isSure: isSure(kind, value, operation),
  };
}

function effectOf(kind: string, value: string): object {
  switch (kind) {
    case "status":
      return { status: Number(value) };
    case "upload":
      return { upload: { cutAfterBytes: 0 } };
    default:
      return { [kind]: value };
  }
}

/** Whoever needs no body does not notice that it is broken. */
function isSure(kind: string, value: string, operation: JournalEntry["operation"]): boolean {
  if (kind === "status") return Number(value) >= 400;
  if (kind === "body") return operation !== "deleteAgent" && operation !== "uploadRecording";
  return true;
}
