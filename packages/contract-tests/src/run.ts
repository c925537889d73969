/** Runs cases on a target: selects them, runs them one after the other, and deletes what they created. */
import { type Case, type CaseContext, Memo, type Tag, UniqueValues } from "./case.ts";
import { allCases } from "./cases/all-cases.ts";
import { Client, type RecordedResponse } from "./client.ts";
import { isSuccess } from "./contract.ts";
import { type Finding, uniqueFindings, Violation } from "./finding.ts";
import type { AnyOperation } from "./operation.ts";
import { hasCapability, type Target } from "./target.ts";

/** One case on one target. */
export interface Outcome {
  case: Case;
  /** `recorded`: the service does not behave as assumed, which a live service may. */
  verdict: "passed" | "failed" | "recorded";
  findings: readonly Finding[];
  /** Ids of the rows in `ASSUMPTIONS.md` that it observed. */
  observed: readonly string[];
  /** The error, other than a violation, that ended the case: it is a bug in the case. */
  error?: unknown;
}

/** Every case on one target. */
export interface SuiteResult {
  outcomes: readonly Outcome[];
  /** The skipped cases, and why. */
  skipped: readonly { case: Case; reason: string }[];
  /** How many requests of an operation succeeded. */
  countOf(operation: AnyOperation): number;
  deletedAgents: number;
  /** Agents of the run that could not be deleted. */
  remainingAgents: number;
}

/** Which cases run, and until when. The two flags apply only to a live service: on the fake every case runs. */
export interface RunOptions {
  /** @default allCases */
  cases?: readonly Case[];
  /** Also send requests that must be rejected. @default false */
  negative?: boolean;
  /** Also create large, repeated or orphaned data, and leave it behind. @default false */
  destructive?: boolean;
  /** Ends the run after the current case; the clean-up still runs. */
  signal?: AbortSignal;
}

/** Runs cases on a target, one after the other, and deletes what they created. */
export async function runCases(target: Target, options: RunOptions = {}): Promise<SuiteResult> {
  const { cases = allCases, signal = new AbortController().signal } = options;
  const unique = new UniqueValues();
  const context = { target, unique, memo: new Memo(), signal };
  const outcomes: Outcome[] = [];
  const skipped: SuiteResult["skipped"][number][] = [];
  const responses: RecordedResponse[] = [];
  for (const testCase of cases) {
    const reason = reasonToSkip(testCase, target, options);
    if (reason !== undefined) skipped.push({ case: testCase, reason });
    else if (!signal.aborted) {
      const client = new Client(target);
      outcomes.push(await runCase(testCase, { ...context, client }));
      responses.push(...client.responses);
    }
  }
  const countOf = (operation: AnyOperation) =>
    responses.filter((response) => response.operation === operation && isSuccess(response)).length;
  const created = countOf("createAgent") - countOf("deleteAgent");
  return { outcomes, skipped, countOf, ...(await deleteAgents(target, { unique, created })) };
}

/** Every point at which the service violates the specification or an assumption, each once. */
export function findingsOf({ outcomes }: Pick<SuiteResult, "outcomes">): Finding[] {
  return uniqueFindings(outcomes.flatMap(({ findings }) => findings));
}

/** Runs one case. An error that it throws becomes its outcome. */
async function runCase(testCase: Case, context: Omit<CaseContext, "observe">): Promise<Outcome> {
  const { operation, tag } = testCase;
  const observed: string[] = [];
  const assumptions: Finding[] = [];
  const observe: CaseContext["observe"] = ({ row, expected, isMet }) => {
    observed.push(row);
    if (!isMet) assumptions.push({ kind: "assumption", operation, place: row, expected });
  };
  const error: unknown = await testCase.run({ ...context, observe }).catch((thrown: unknown) => thrown);
  const places = error instanceof Violation ? error.places : [];
  const findings = uniqueFindings([
    ...places.map((place): Finding => ({ operation, ...place, kind: "violation" })),
    ...assumptions,
    ...context.client.findings,
  ]);
  const isMistake = error !== undefined && !(error instanceof Violation);
  const isClean = findings.length === 0 && !isMistake;
  const isRecorded = context.target.name === "live" && (places.length === 0 || tag === "assumed") && !isMistake;
  const verdict = isClean ? "passed" : isRecorded ? "recorded" : "failed";
  return { case: testCase, verdict, findings, observed, ...(isMistake && { error }) };
}

/** Why a case does not run on a target; undefined when it runs. */
function reasonToSkip({ tag, needs }: Case, target: Target, options: RunOptions): string | undefined {
  const isOptional = (name: Tag) => name === "negative" || name === "destructive";
  if (target.name === "live" && isOptional(tag) && !options[tag as "negative"]) return `--${tag} was not given`;
  return needs && !hasCapability(target, needs) ? `the target has no ${needs}` : undefined;
}

/**
 * Deletes every agent that has the run's mark, even if the response that created it violated the contract.
 *
 * @param options.created how many remain if the service does not respond
 */
async function deleteAgents(target: Target, { unique, created }: { unique: UniqueValues; created: number }) {
  const client = new Client(target);
  const ids = await markedIds(client, unique);
  let deletedAgents = 0;
  for (const id of ids ?? []) {
    const response = await client.sendUnchecked("deleteAgent", { path: { id } }).catch(() => undefined);
    if (response && isSuccess(response)) deletedAgents += 1;
  }
  return { deletedAgents, remainingAgents: (await markedIds(client, unique))?.length ?? created - deletedAgents };
}

/** Reads the list even when it violates the contract. Undefined when the service does not respond with one. */
async function markedIds(client: Client, { mark }: UniqueValues): Promise<string[] | undefined> {
  const response = await client.sendUnchecked("listAgents").catch(() => undefined);
  const agents: unknown = Object(response?.json).data ?? response?.json;
  if (!Array.isArray(agents)) return undefined;
  const ids = agents.filter((agent) => JSON.stringify(agent).includes(mark)).map((agent) => agent.id ?? agent.memberId);
  return ids.filter((id) => typeof id === "string" && id !== "");
}
