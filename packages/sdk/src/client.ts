import type { FlowDependencies } from "./analysis/flow.js";
import { Calls } from "./calls.js";
import { Http, type HttpOptions } from "./http/http.js";
import { checkPositive, resolveRetry } from "./http/request-options.js";
import { type ClientOptions, changedOptions, resolveOptions, snapshotOf, withEnvironment } from "./options.js";
import { Agents } from "./resources/agents.js";
import { CallRequests } from "./resources/call-requests.js";
import { Campaigns } from "./resources/campaigns.js";
import { Categories } from "./resources/categories.js";
import { putRecording } from "./upload/put.js";

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
  readonly #options: ClientOptions;

  /** @throws {ConfigurationError} that names the option, and never shows a key */
  constructor(options: ClientOptions = {}) {
    const complete = withEnvironment(options);
    const settings = resolveOptions(complete);
    const http = new Http(settings);
    const requests = new CallRequests(http);
    this.#options = snapshotOf(complete);
    this.agents = new Agents(http);
    this.categories = new Categories(http);
    this.calls = new Calls(requests, flowSteps(requests, settings, options.fetch !== undefined));
    this.campaigns = new Campaigns(http);
  }

  /**
   * A new client with some options changed. Headers and retry fields are added to those of this client; what is
   * undefined changes nothing.
   *
   * @throws {ConfigurationError} that names the option
   */
  withOptions(changes: ClientOptions): CallAnalysis {
    return new CallAnalysis(changedOptions(this.#options, changes));
  }
}

/** The few functions that flows know of the interface and the store. */
function flowSteps(requests: CallRequests, settings: HttpOptions, hasOwnFetch: boolean): FlowDependencies {
  const { fetch, log, timeoutMs, deadlineMs, retry } = settings;
  return {
    createUploadUrl: (input, options) => requests.createUploadUrl(input, options),
    create: (call, options) => requests.create(call, options),
    getAnalysis: (callId, options) => requests.getAnalysis(callId, options),
    put: (grants, recording, options) =>
      putRecording(
        grants,
        recording,
        {
          ...options,
          timeoutMs: checkPositive("timeoutMs", options.timeoutMs ?? timeoutMs),
          deadlineMs: options.deadlineMs ?? deadlineMs,
          retry: resolveRetry(options.retry, retry),
        },
        { fetch, hasOwnFetch, log },
      ),
    log,
  };
}
