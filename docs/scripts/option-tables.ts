/** Where each table of the options' page comes from, and an example of each option. */

/** One interface of the client's sources, as a section of the page. */
export interface OptionTable {
  title: string;
  intro: string;
  /** Relative to `packages/sdk/src`. */
  file: string;
  interfaceName: string;
  /** An example for each of the interface's own fields. */
  examples: Record<string, string>;
}

export const optionTables: OptionTable[] = [
  {
    title: "The client",
    intro: "`new CallAnalysis(options)`. `sdk.withOptions(changes)` gives a client with some of them changed.",
    file: "options.ts",
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
      maxResponseBytes: "maxResponseBytes: 1_000_000",
      maxCreatesPerSecond: "maxCreatesPerSecond: 5",
      headers: 'headers: { "x-team": "north" }',
      logger: "logger: console",
      logLevel: 'logLevel: "debug"',
      middleware: "middleware: [addTraceId]",
      validate: 'validate: { mode: "warn", validator: createValidator() }',
      userAgent: 'userAgent: "crm/3.1"',
      storeHosts: 'storeHosts: ["*.s3.example.com"]',
      dangerouslyAllowBrowser: "dangerouslyAllowBrowser: true",
      dangerouslyAllowHttp: "dangerouslyAllowHttp: true",
    },
  },
  {
    title: "Every method",
    intro: "The last argument of each method, such as `sdk.agents.list({ timeoutMs: 5_000 })`.",
    file: "http/request-options.ts",
    interfaceName: "RequestOptions",
    examples: {
      signal: "signal: AbortSignal.timeout(5_000)",
      timeoutMs: "timeoutMs: 5_000",
      deadlineMs: "deadlineMs: 60_000",
      retry: "retry: false",
      headers: 'headers: { "x-team": "north" }',
      onRetry: "onRetry: ({ attempt }) => log(attempt)",
    },
  },
  {
    title: "`retry`",
    intro: "Of the client or of one request. `false` means a single attempt.",
    file: "http/retry.ts",
    interfaceName: "RetryPolicy",
    examples: {
      maxAttempts: "retry: { maxAttempts: 5 }",
      initialDelayMs: "retry: { initialDelayMs: 100 }",
      factor: "retry: { factor: 3 }",
      maxDelayMs: "retry: { maxDelayMs: 30_000 }",
      jitter: "retry: { jitter: 0 }",
      maxRetryAfterMs: "retry: { maxRetryAfterMs: 300_000 }",
    },
  },
  {
    title: "`poll`",
    intro: "Of the client, of a flow, or of `waitForAnalysis` and `watchAnalysis`.",
    file: "analysis/poll-options.ts",
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
    intro: "`analyzeFile`, `submitFile`, `analyzeUrl` and `resume` take these beside those of every method.",
    file: "analysis/flow.ts",
    interfaceName: "FlowOptions",
    examples: {
      onProgress: "onProgress: ({ sentBytes }) => show(sentBytes)",
      uploadTimeoutMs: "uploadTimeoutMs: 600_000",
      onEvent: "onEvent: (event) => log(event.type)",
      poll: "poll: { timeoutMs: 60_000 }",
    },
  },
  {
    title: "Ledgers",
    intro: "`create`, `submitFile`, `analyzeFile` and `resume` take both or neither.",
    file: "analysis/ledger.ts",
    interfaceName: "LedgerOptions",
    examples: { ledger: "ledger: redisLedger", key: 'key: "recording-84113"' },
  },
  {
    title: "Batches",
    intro: "`analyzeFiles(inputs, options)` takes these beside those of flows.",
    file: "batch/batch-options.ts",
    interfaceName: "BatchOptions",
    examples: {
      concurrency: "concurrency: 8",
      pollConcurrency: "pollConcurrency: 500",
      stopOnError: "stopOnError: true",
      throttleTimeoutMs: "throttleTimeoutMs: 0",
      onUncertain: 'onUncertain: "recreate"',
      onEvent: "onEvent: ({ index, type }) => log(index, type)",
      onProgress: "onProgress: ({ index, sentBytes }) => show(index, sentBytes)",
      journal: 'journal: fileJournal("batch.jsonl")',
    },
  },
  {
    title: "`fileJournal(path, options)`",
    intro: "Of `@call-analysis/sdk/node`.",
    file: "batch/file-journal.ts",
    interfaceName: "FileJournalOptions",
    examples: { scope: 'scope: "north"', results: "results: false" },
  },
  {
    title: "`createProxyHandler(options)`",
    intro:
      "Of `@call-analysis/sdk/proxy`. It also takes these options of the client: `apiKey`, `baseUrl`, `campaignBaseUrl`, `campaignApiKey`, `fetch`, `maxResponseBytes`, `storeHosts`, `logger`, `logLevel`, `userAgent`, `dangerouslyAllowHttp`.",
    file: "proxy/options.ts",
    interfaceName: "ProxyOptions",
    examples: {
      basePath: 'basePath: "/call-analysis"',
      authorize: "authorize: (request) => sessions.userOf(request)",
      allow: 'allow: ["listAgents", "createCall"]',
      stampUdfs: "stampUdfs: (user) => ({ createdBy: user.userId })",
      secret: "secret: process.env.PROXY_SECRET",
      ledger: "ledger: redisLedger",
      maxBodyBytes: "maxBodyBytes: 65_536",
      origins: 'origins: ["https://app.example.com"]',
      timeoutMs: "timeoutMs: 10_000",
    },
  },
];
