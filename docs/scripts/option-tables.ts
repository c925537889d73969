/** Where each table of the options' page comes from, and an example of each option. */

/** One interface of the sources, as a section of the page. */
export interface OptionTable {
  title: string;
  intro: string;
  /** Relative to `packages`. */
  file: string;
  interfaceName: string;
  /** Whether `call-analysis-mock` has flags for options of it. */
  hasFlags?: boolean;
  /** Fields that mean the same as in another table, which describes them. */
  sameAs?: { table: string; names: readonly string[] };
  /** An example for each of the interface's own fields. Without them the table has the values that a field can have. */
  examples?: Record<string, string>;
}

export const optionTables: OptionTable[] = [
  {
    title: "The client",
    intro: "`new CallAnalysis(options)`. `sdk.withOptions(changes)` returns a client with some options changed.",
    file: "sdk/src/options.ts",
    interfaceName: "ClientOptions",
    examples: {
      apiKey: "apiKey: () => vault.read()",
      baseUrl: 'baseUrl: "https://host/v1"',
      campaignBaseUrl: 'campaignBaseUrl: "https://campaigns.host"',
      campaignApiKey: "campaignApiKey: key",
      timeoutMs: "timeoutMs: 5_000",
      deadlineMs: "deadlineMs: 60_000",
      retry: "retry: { maxAttempts: 5 }",
      poll: "poll: { timeoutMs: 600_000 }",
      fetch: "fetch: service.fetch",
      headers: 'headers: { "x-team": "north" }',
      hooks: "hooks: openTelemetry()",
      logger: "logger: console",
      logLevel: 'logLevel: "debug"',
      validate: 'validate: { mode: "warn", validator: createValidator() }',
      userAgent: 'userAgent: "crm/3.1"',
      dangerouslyAllowBrowser: "dangerouslyAllowBrowser: true",
      dangerouslyAllowHttp: "dangerouslyAllowHttp: true",
    },
  },
  {
    title: "Every method",
    intro: "Pass these as the last argument of each method: `sdk.agents.list({ timeoutMs: 5_000 })`.",
    file: "sdk/src/request/requests.ts",
    interfaceName: "RequestOptions",
    examples: { signal: "signal: AbortSignal.timeout(5_000)" },
  },
  {
    title: "`retry`",
    intro: "An option of the client and of each method. `retry: false` makes a single attempt.",
    file: "sdk/src/request/retry.ts",
    interfaceName: "RetryPolicy",
    examples: {
      maxAttempts: "retry: { maxAttempts: 5 }",
      initialDelayMs: "retry: { initialDelayMs: 100 }",
      maxDelayMs: "retry: { maxDelayMs: 30_000 }",
      jitter: "retry: { jitter: 0 }",
      maxRetryAfterMs: "retry: { maxRetryAfterMs: 300_000 }",
      unprocessedStatuses: "retry: { unprocessedStatuses: [429, 503] }",
    },
  },
  {
    title: "`poll`",
    intro:
      "An option of the client, of each flow and of batches. `waitForAnalysis` and `watchAnalysis` take these options too.",
    file: "sdk/src/flow/poll.ts",
    interfaceName: "PollOptions",
    examples: {
      initialDelayMs: "poll: { initialDelayMs: 0 }",
      intervalMs: "poll: { intervalMs: 5_000 }",
      factor: "poll: { factor: 1 }",
      maxIntervalMs: "poll: { maxIntervalMs: 60_000 }",
      jitter: "poll: { jitter: 0 }",
      timeoutMs: "poll: { timeoutMs: 600_000 }",
      toleratedFailures: "poll: { toleratedFailures: 0 }",
      classify: 'poll: { classify: (status) => (status === "done" ? "completed" : "pending") }',
    },
  },
  {
    title: "Flows",
    intro: "`submitFile`, `submitUrl`, `analyzeFile`, `analyzeUrl` and `resume` take these.",
    file: "sdk/src/flow/run.ts",
    interfaceName: "FlowOptions",
    examples: {
      onProgress: "onProgress: ({ sentBytes }) => show(sentBytes)",
      onEvent: "onEvent: (event) => log(event.type)",
      poll: "poll: { timeoutMs: 60_000 }",
      journal: 'journal: fileJournal("calls.journal")',
      key: 'key: "recording-84113"',
      recreate: "recreate: true",
    },
  },
  {
    title: "Batches",
    intro: "`analyzeFiles(sdk, inputs, options)` of `@call-analysis/sdk/batch` takes these.",
    file: "sdk/src/batch/batch-options.ts",
    interfaceName: "BatchOptions",
    sameAs: { table: "Flows", names: ["journal", "onEvent", "onProgress", "poll"] },
    examples: {
      concurrency: "concurrency: 8",
      pollConcurrency: "pollConcurrency: 500",
      createsPerSecond: "createsPerSecond: 0.5",
      stopOnError: "stopOnError: true",
      stopAfterUncertain: "stopAfterUncertain: 1",
      stopSignal: "stopSignal: shutdown.signal",
    },
  },
  {
    title: "`createProxyHandler(options)`",
    intro: "Import it from `@call-analysis/sdk/proxy`.",
    file: "sdk/src/proxy/options.ts",
    interfaceName: "ProxyOptions",
    examples: {
      basePath: 'basePath: "/call-analysis"',
      authorize: "authorize: (request) => sessions.userOf(request)",
      allow: 'allow: ["listAgents", "createCall"]',
      stampUdfs: "stampUdfs: (user) => ({ createdBy: user.userId })",
      secret: "secret: process.env.PROXY_SECRET",
      journal: "journal: redisJournal",
      maxBodyBytes: "maxBodyBytes: 65_536",
      origins: 'origins: ["https://app.example.com"]',
      timeoutMs: "timeoutMs: 10_000",
    },
  },
  {
    title: "The fake",
    intro:
      "`createMockService(options)`; `setupMockServer()`, `startMockWorker()` and vitest's `mockOptions` take the same.",
    file: "mock/src/options.ts",
    interfaceName: "MockServiceOptions",
    hasFlags: true,
    examples: {
      seed: "seed: 7",
      baseUrl: 'baseUrl: "https://calls.example.com/v1"',
      campaignBaseUrl: 'campaignBaseUrl: "https://campaigns.example.com"',
      storageUrl: 'storageUrl: "https://recordings.example.com"',
      controlUrl: 'controlUrl: "https://calls.example.com/__mock__"',
      clock: 'clock: { startAt: "2026-01-31T10:00:00Z" }',
      speed: "speed: 60",
      progression: 'progression: { mode: "time", processingMs: 500, pendingMs: 3_000 }',
      scenario: 'scenario: ["busy", "flaky"]',
      keys: 'keys: { "key-north": "North", "key-south": "South" }',
      policies: "policies: { emailInUseStatus: 422 }",
      strict: "strict: true",
      journal: "journal: { maxEntries: 50 }",
    },
  },
  {
    title: "`policies`",
    intro:
      "Policies of the fake. On the command line, pass `--policy name=value`. The name at the end of each description is a row of [Assumptions](../../openapi/ASSUMPTIONS.md).",
    file: "mock/src/core/policies.ts",
    interfaceName: "Policies",
  },
  {
    title: "`serve(service, options)`",
    intro:
      "Import it from `@call-analysis/mock/server`. The flags of `call-analysis-mock` are on [the fake's own page](fake.md#command).",
    file: "mock/src/adapters/server.ts",
    interfaceName: "ServeOptions",
    hasFlags: true,
    examples: {
      port: "port: 0",
      host: 'host: "0.0.0.0"',
      publicUrl: 'publicUrl: "http://mock:4010"',
      tls: "tls: { cert, key }",
      admin: "admin: false",
      adminToken: "adminToken: process.env.TOKEN",
      cors: "cors: true",
      onRequest: "onRequest: ({ operation, status }) => log(operation, status)",
    },
  },
];
