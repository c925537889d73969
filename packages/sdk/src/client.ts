/** The client: checks its options and creates its resources. */
import { Calls } from "./calls.js";
import type { PollOptions } from "./flow/poll.js";
import { type ClientOptions, changedOptions, resolveOptions } from "./options.js";
import { Requests } from "./request/requests.js";
import type { RetryPolicy } from "./request/retry.js";
import { Agents, Campaigns, Categories } from "./resources.js";

/**
 * A client of the Call Analysis Service.
 *
 * @example
 * const sdk = new CallAnalysis({ apiKey, baseUrl: "https://host/v1" });
 * const { analysis } = await sdk.calls.analyzeFile({ file: { path: "call.wav" }, memberId, categoryId });
 */
export class CallAnalysis {
  readonly agents: Agents;
  readonly categories: Categories;
  readonly calls: Calls;
  readonly campaigns: Campaigns;
  /** The URL of the external interface. */
  readonly baseUrl: string;
  /** The client's own retry policy. A method's `retry` option overrides it. */
  readonly retry: Readonly<RetryPolicy>;
  /** The client's own `poll` options. */
  readonly poll: Readonly<Partial<PollOptions>>;
  /** The longest time of an operation or flow, in milliseconds. `Infinity` means no limit. */
  readonly deadlineMs: number;
  readonly #options: ClientOptions;

  /** @throws {ConfigurationError} that names the invalid option, and never shows a key */
  constructor(options: ClientOptions = {}) {
    const settings = resolveOptions(options);
    const requests = new Requests(settings);
    this.#options = settings.options;
    this.baseUrl = requests.baseUrl;
    this.retry = settings.retry;
    this.poll = settings.options.poll ?? {};
    this.deadlineMs = settings.deadlineMs;
    this.agents = new Agents(requests);
    this.categories = new Categories(requests);
    this.calls = new Calls(requests);
    this.campaigns = new Campaigns(requests);
  }

  /** A new client with some options changed. Headers, retry and poll are merged. */
  readonly withOptions = (changes: ClientOptions = {}): CallAnalysis => derived(changedOptions(this.#options, changes));
}

/** Outside the class, because bundlers rename a class that refers to itself. */
function derived(options: ClientOptions): CallAnalysis {
  return new CallAnalysis(options);
}
