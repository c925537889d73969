/** The client: checks its options, and puts its resources together. */
import { Calls } from "./calls.js";
import { type ClientOptions, changedOptions, copyOptions, resolveOptions, withEnvironment } from "./options.js";
import { Requests } from "./request/request.js";
import { Agents } from "./resources/agents.js";
import { bindMethods } from "./resources/bind-methods.js";
import { Campaigns } from "./resources/campaigns.js";
import { Categories } from "./resources/categories.js";

/** What a client is derived from, by its options: the constructor is public, and this is not. */
const parents = new WeakMap<ClientOptions, Requests>();

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
  readonly #requests: Requests;

  /** @throws {ConfigurationError} that names the option, and never shows a key */
  constructor(options: ClientOptions = {}) {
    const optionsWithEnvironment = withEnvironment(options);
    const settings = resolveOptions(optionsWithEnvironment);
    const requests = new Requests(settings, parents.get(options));
    this.#requests = requests;
    this.#options = copyOptions(optionsWithEnvironment);
    this.agents = new Agents(requests);
    this.categories = new Categories(requests);
    this.calls = new Calls({ ...settings, requests }, this.#options.poll);
    this.campaigns = new Campaigns(requests);
    bindMethods(this);
  }

  /**
   * A new client with some options changed. Headers and retry fields are added to those of this client; undefined
   * options are ignored. With the same address and key, their operations pause together after a 429, and they share `maxCreatesPerSecond`.
   *
   * @throws {ConfigurationError} that names the option
   */
  withOptions(changes: ClientOptions): CallAnalysis {
    return derivedClient(changedOptions(this.#options, changes), this.#requests);
  }
}

/** Outside the class: a class that names itself is renamed by the bundler, and shows as `_CallAnalysis` in a console. */
function derivedClient(options: ClientOptions, parent: Requests): CallAnalysis {
  parents.set(options, parent);
  return new CallAnalysis(options);
}
