import { TrieRouter } from "hono/router/trie-router";
import { decodeUri } from "../core/encoding.js";
import type { Methods, Paths } from "./route.js";

/** A path's routes, and what the path's parameters stand for. */
export interface Match {
  methods: Methods;
  params: Readonly<Record<string, string>>;
}

/** Finds the routes of a path: at once when it has no parameters, else with Hono's router as the matcher. */
export class Resources {
  readonly #router = new TrieRouter<Methods>();
  readonly #fixed = new Map<string, Match>();

  constructor(paths: Paths) {
    for (const [path, methods] of Object.entries(paths)) {
      // One entry a path, whatever the method: a known path with another method is a 405, not a 404.
      this.#router.add("ALL", path, methods);
      if (!path.includes(":")) this.#fixed.set(path, { methods, params: {} });
    }
  }

  find(path: string): Match | undefined {
    return this.#fixed.get(path) ?? this.#search(path);
  }

  #search(path: string): Match | undefined {
    const [matches] = this.#router.match("ALL", path);
    const [first] = matches;
    if (!first) return undefined;
    const [methods, encoded] = first;
    const params: Record<string, string> = {};
    for (const [name, text] of Object.entries(encoded)) params[name] = decodeUri(String(text));
    return { methods, params };
  }
}
