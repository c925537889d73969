import type { Addresses } from "../addresses.js";
import type { Policies } from "../policies.js";
import { Refusal } from "../refusal.js";
import type { OrganizationRow } from "../state/rows.js";
import type { Answer, Incoming } from "./exchange.js";
import type { RefusalFormat } from "./refusal-answers.js";
import type { Match, Resources } from "./resources.js";

/** A part of the service: an address, the paths below it, and its way to refuse. */
export interface Part {
  address: keyof Addresses;
  resources: Resources;
  refuse: RefusalFormat;
}

/** What the dispatcher asks of the rest. */
export interface DispatcherOptions {
  parts: readonly Part[];
  policies: Policies;
  /** @throws {Refusal} "unauthorized" */
  authenticate: (authorization: string | null) => OrganizationRow;
}

interface Placed extends Part {
  prefix: string;
}

interface Target {
  part: Placed;
  query: string;
  /** Missing when the part has no such path. */
  match?: Match;
}

/** Brings a request to its route. The parts are told apart by the beginning of the address. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  #placed: readonly Placed[] = [];

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** Says where the parts are from now on. The longest address that fits is asked first. */
  place(addresses: Addresses): void {
    this.#placed = this.#options.parts
      .flatMap((part) => placedAt(part, addresses[part.address]))
      .sort((one, other) => other.prefix.length - one.prefix.length);
  }

  /** The answer to a request; undefined when the address is none of the service's. */
  async dispatch(incoming: Incoming): Promise<Answer | undefined> {
    const target = this.#locate(incoming.url);
    if (!target) return undefined;
    try {
      return await this.#answer(incoming, target);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return target.part.refuse(error, this.#options.policies);
    }
  }

  async #answer(incoming: Incoming, { part, match, query }: Target): Promise<Answer> {
    if (!match) throw new Refusal("not-found", "There is nothing at this path.");
    const route = Object.hasOwn(match.methods, incoming.method) ? match.methods[incoming.method] : undefined;
    if (!route) return this.#refuseMethod(part, match);
    const request = { incoming, params: match.params, query: new URLSearchParams(query) };
    if (route.access === "open") return route.answer(request);
    const organization = this.#options.authenticate(incoming.header("authorization"));
    return route.answer({ ...request, organization });
  }

  #refuseMethod({ refuse }: Part, { methods }: Match): Answer {
    const allow = Object.keys(methods).join(", ");
    const answer = refuse(new Refusal("method-not-allowed", `This path takes ${allow}.`), this.#options.policies);
    return { ...answer, headers: { ...answer.headers, allow } };
  }

  /** The first part that has the path; failing that, the first whose address fits. */
  #locate(url: string): Target | undefined {
    let nearest: Target | undefined;
    for (const part of this.#placed) {
      const below = pathBelow(url, part.prefix);
      if (!below) continue;
      const match = part.resources.find(below.path);
      if (match) return { part, match, query: below.query };
      nearest ??= { part, query: below.query };
    }
    return nearest;
  }
}

function placedAt(part: Part, prefix: string | undefined): Placed[] {
  return prefix === undefined ? [] : [{ ...part, prefix }];
}

function pathBelow(url: string, prefix: string): { path: string; query: string } | undefined {
  if (!url.startsWith(prefix)) return undefined;
  const rest = url.slice(prefix.length);
  if (rest !== "" && !/^[/?#]/.test(rest)) return undefined;
  const [address = ""] = rest.split("#", 1);
  const start = address.indexOf("?");
  if (start === -1) return { path: address, query: "" };
  return { path: address.slice(0, start), query: address.slice(start + 1) };
}
