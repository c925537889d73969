/**
 * What `test:mutants` changes on purpose: the files that decide about money, keys and time, and the tests that must notice.
 * The tests of a group are the cheap ones that state the files' rules. They are tried from first to last.
 */

/** What a wrong line in the files of a group would cost a user. */
export type Topic = "money" | "keys" | "time";

/** Files that are tried together, because the same tests state their rules. */
export interface MutantGroup {
  name: string;
  topic: Topic;
  /** The package's folder below `packages`. */
  package: "sdk" | "mock";
  /** Below the package's `src`. */
  files: readonly string[];
  /** Globs below the package's `test`, the cheapest tests first. */
  tests: readonly string[];
}

const sdkGroups: readonly MutantGroup[] = [
  {
    name: "retries",
    topic: "money",
    package: "sdk",
    files: ["request/attempts.ts", "request/retry.ts", "request/retry-after.ts"],
    tests: [
      "request/{retry-loop,retry-rules}.test.ts",
      "request/{retry-after,retry-options,log,middleware}.test.ts",
      "flow/{ledger-rules,claims}.test.ts",
      "request/{pause,exchange}.test.ts",
    ],
  },
  {
    name: "exchange",
    topic: "money",
    package: "sdk",
    files: ["request/exchange.ts", "request/uncertain.ts", "contract/operations.ts"],
    tests: [
      "request/{exchange,retry-rules}.test.ts",
      "flow/ledger-rules.test.ts",
      "request/{creates-per-second,log,hanging-before-sending}.test.ts",
      "request/{pause,uncertain-submission,attempt-timeout}.test.ts",
      "errors/status-errors.test.ts",
      "errors/{format-errors,error-bodies}.test.ts",
      "request/{api-promise,validation,middleware,bearer,large-responses,on-the-wire-once,never-reached}.test.ts",
      "request/secrets-in-errors.test.ts",
      "flow/{ledger,claims,journal-as-ledger}.test.ts",
      "tracing/spans.test.ts",
    ],
  },
  {
    name: "requests",
    topic: "money",
    package: "sdk",
    files: ["request/request.ts"],
    tests: [
      "client/{headers,derived-client,unknown-names,base-url,bad-options}.test.ts",
      "request/{api-promise,validation,retry-options,uncertain-submission}.test.ts",
      "errors/format-errors.test.ts",
      "request/{middleware,api-key,log,time-limits,pause,creates-per-second,bearer}.test.ts",
      "request/{exchange,secrets-in-errors}.test.ts",
      "flow/resuming.test.ts",
    ],
  },
  {
    name: "flows",
    topic: "money",
    package: "sdk",
    files: ["flow/flow.ts"],
    tests: [
      "flow/{resume-token,resuming,stages,poll-options,ledger-rules,waiting,watching,messages-of-stops}.test.ts",
      "client/{unknown-names,bad-options}.test.ts",
      "flow/{claims,ledger,key-in-flow,tolerance}.test.ts",
      "flow/journal-as-ledger.test.ts",
      "batch/time-limits.test.ts",
      "tracing/spans.test.ts",
    ],
  },
  {
    name: "ledger",
    topic: "money",
    package: "sdk",
    files: ["flow/creation.ts", "flow/create-with-ledger.ts", "record/ledger.ts"],
    tests: ["flow/{ledger-rules,claims,ledger,journal-as-ledger}.test.ts"],
  },
  {
    name: "journal",
    topic: "money",
    package: "sdk",
    files: [
      "record/input-identity.ts",
      "record/journaled-inputs.ts",
      "record/input-rows.ts",
      "record/input-record.ts",
      "record/journal-database.ts",
      "record/journal-path.ts",
      "record/owner-lock.ts",
      "record/sqlite-journal.ts",
      "record/settle.ts",
      "record/creation-states.ts",
    ],
    tests: [
      "record/{paths,sqlite-journal,journaled-inputs}.test.ts",
      "flow/journal-as-ledger.test.ts",
      "client/unknown-names.test.ts",
      "batch/file-journal.test.ts",
      "record/{full-disk,processes}.test.ts",
    ],
  },
  {
    name: "creations",
    topic: "money",
    package: "sdk",
    files: ["proxy/creations.ts", "proxy/handles.ts", "record/memory-ledger.ts"],
    tests: [
      "proxy/{signed-handles,creation-rules}.test.ts",
      "flow/ledger.test.ts",
      "proxy/{handles,creations}.test.ts",
    ],
  },
  {
    name: "proxy",
    topic: "keys",
    package: "sdk",
    files: ["proxy.ts", "proxy/options.ts", "proxy/failure.ts", "proxy/origin.ts", "proxy/route.ts"],
    tests: [
      "proxy/{failure,options,routes,access,bodies,upstream}.test.ts",
      "proxy/{other-operations,handles,creations}.test.ts",
      "client/bad-options.test.ts",
    ],
  },
  {
    name: "calls",
    topic: "money",
    package: "sdk",
    files: ["calls.ts", "flow/flow-context.ts", "flow/call-fields.ts"],
    tests: [
      "client/{unknown-names,bad-options}.test.ts",
      "flow/{stages,resuming,claims,ledger,waiting,watching,messages-of-stops,key-in-flow}.test.ts",
      "upload/{limits,grants,progress}.test.ts",
      "client/poll.test.ts",
      "batch/leaving.test.ts",
      "tracing/spans.test.ts",
      "flow/journal-as-ledger.test.ts",
      "flow/ends-of-waits.test.ts",
      "request/exchange.test.ts",
    ],
  },
  {
    name: "batches",
    topic: "money",
    package: "sdk",
    files: ["batch/batch.ts", "batch/queue.ts"],
    tests: [
      "batch/{queue,batch,leaving,time-limits,file-journal,throttled-batch}.test.ts",
      "client/bad-options.test.ts",
      "flow/journal-as-ledger.test.ts",
      "tracing/spans.test.ts",
    ],
  },
  {
    name: "polling",
    topic: "time",
    package: "sdk",
    files: ["flow/poll.ts", "flow/adaptive-polling.ts"],
    tests: [
      "flow/{poll-schedule,adaptive-polling,poll-options,tolerance,waiting,watching}.test.ts",
      "flow/ends-of-waits.test.ts",
      "client/poll.test.ts",
    ],
  },
  {
    name: "redaction",
    topic: "keys",
    package: "sdk",
    files: ["request/redaction.ts", "request/clean-cause.ts", "request/api-key.ts"],
    tests: [
      "request/{redaction-rules,clean-cause,api-key}.test.ts",
      "client/{secrets-in-client,environment,base-url}.test.ts",
      "request/{bearer,middleware,log}.test.ts",
      "upload/secrets-in-failures.test.ts",
      "request/secrets-in-errors.test.ts",
      "errors/{connection-errors,error-bodies}.test.ts",
    ],
  },
  {
    name: "signed uploads",
    topic: "keys",
    package: "sdk",
    files: ["upload/put.ts", "upload/store.ts"],
    tests: [
      "upload/store-rules.test.ts",
      "upload/{grants,checked-grants,signed-put,repeated-put,progress,secrets-in-failures,blob-sender,own-fetch}.test.ts",
      "upload/{sources,given-up-sources,limits,as-on-deno}.test.ts",
      "{tracing/spans,flow/stages,request/retry-options}.test.ts",
      "upload/reused-memory.test.ts",
    ],
  },
  {
    name: "limits of time",
    topic: "time",
    package: "sdk",
    files: ["request/deadline.ts", "request/timers.ts", "record/await-write.ts"],
    tests: ["request/{timers,time-limits}.test.ts", "request/attempt-timeout.test.ts"],
  },
  {
    name: "pauses",
    topic: "time",
    package: "sdk",
    files: ["request/pause.ts"],
    tests: ["request/{pause,creates-per-second,retry-after}.test.ts", "batch/throttled-batch.test.ts"],
  },
  {
    name: "tokens",
    topic: "time",
    package: "sdk",
    files: ["flow/token.ts"],
    tests: ["flow/{resume-token,resuming,claims,ledger,journal-as-ledger}.test.ts"],
  },
];

const mockGroups: readonly MutantGroup[] = [
  {
    name: "rules",
    topic: "money",
    package: "mock",
    files: [
      "rules/rules.ts",
      "rules/faults.ts",
      "rules/match.ts",
      "rules/fail.ts",
      "rules/slow.ts",
      "rules/hold.ts",
      "rules/fault-definition.ts",
      "rules/rule-form.ts",
      "rules/rule-list.ts",
      "domain/rate-limits.ts",
    ],
    tests: [
      "rules/{hold,match,rule-form,apply-faults,faults,slow,counting,rules,gates,overrides}.test.ts",
      "domain/rate-limits.test.ts",
      "core/duration.test.ts",
      "control/{rules,refused-requests}.test.ts",
    ],
  },
  {
    name: "scores",
    topic: "money",
    package: "mock",
    files: ["engine/solve-scores.ts", "engine/score.ts"],
    tests: ["engine/{score,solve-scores}.test.ts", "engine/{scored-outcomes,analysis}.test.ts"],
  },
  {
    name: "answers",
    topic: "money",
    package: "mock",
    files: ["engine/answers.ts", "engine/partial-check.ts"],
    tests: [
      "engine/{moments,answers,partial-check,scored-outcomes}.test.ts",
      "golden/golden.test.ts",
      "engine/{analysis-overrides,given-parts,variation,analysis,plain-reviews}.test.ts",
      "scenarios/review-data.test.ts",
    ],
  },
  {
    name: "clock",
    topic: "time",
    package: "mock",
    files: [
      "core/clock.ts",
      "core/duration.ts",
      "engine/call-status.ts",
      "engine/call-time.ts",
      "domain/call-dates.ts",
    ],
    tests: [
      "core/{clock,duration}.test.ts",
      "engine/{call-status,call-time,ingestion}.test.ts",
      "domain/{time,call-dates}.test.ts",
    ],
  },
];

/** Every group, in the order of running. */
export const mutantGroups: readonly MutantGroup[] = [...sdkGroups, ...mockGroups];

/** The path of each file of a group, from the repository's root. */
export function filesOf({ package: folder, files }: MutantGroup): string[] {
  return files.map((file) => `packages/${folder}/src/${file}`);
}

/** The globs of a group's tests, from the repository's root. */
export function testsOf({ package: folder, tests }: MutantGroup): string[] {
  return tests.map((test) => `packages/${folder}/test/${test}`);
}
