/** Finds the interface and the route of a request. */
import { TrieRouter } from "hono/router/trie-router";
import type { Addresses } from "../core/addresses.js";
import { meantName } from "../core/check-shape.js";
import { decodeUri } from "../core/encoding.js";
import type { ServiceRequest } from "../core/message.js";
import type { OperationName } from "../core/operations.js";
import type { ErrorFormat } from "./error-responses.js";
import type { Methods, Paths, Route } from "./route.js";

/** One of the service's interfaces: its address, the paths below it, and the form of its errors. */
export interface ServiceInterface {
  address: keyof Addresses;
  paths: Paths;
  formatError: ErrorFormat;
}

/** Where a request goes. */
export interface RequestLocation {
  interface: ServiceInterface;
  /** The addresses by which the request came. */
  addresses: Addresses;
  /** The path below the interface's address. */
  path: string;
  query: string;
  /** The parts of the path that the route names, decoded. */
  params: Readonly<Record<string, string>>;
  /** Null for a route of the control interface, and when there is no route. */
  operation: OperationName | null;
  /** Missing when there is no such path, or the path has no such method. */
  route?: Route;
  /** All routes of the path; missing when there is no such path. */
  methods?: Methods;
}

/** An interface at its present address. */
interface PlacedInterface {
  prefix: string;
  addresses: Addresses;
  interface: ServiceInterface;
  table: RouteTable;
}

/** Finds the route of a request. The interfaces are told apart by the beginning of the address. */
export class Router {
  readonly #interfaces: readonly Omit<PlacedInterface, "prefix" | "addresses">[];
  #placed: readonly PlacedInterface[] = [];

  constructor(interfaces: readonly ServiceInterface[]) {
    this.#interfaces = interfaces.map((each) => ({ interface: each, table: new RouteTable(each.paths) }));
  }

  /** Places the interfaces at all addresses. One without an address cannot be reached. */
  placeAt(all: readonly Addresses[]): void {
    this.#placed = all
      .flatMap((addresses) =>
        this.#interfaces.flatMap((each) => {
          const prefix = addresses[each.interface.address];
          return prefix === undefined ? [] : [{ ...each, prefix, addresses }];
        }),
      )
      // The longest base URL that matches is tried first.
      .sort((one, other) => other.prefix.length - one.prefix.length);
  }

  /** The patterns of the service's own paths: the hosts may have other things at all others. */
  patterns(): string[] {
    return this.#placed.flatMap(({ prefix, interface: { paths } }) => Object.keys(paths).map((path) => prefix + path));
  }

  /** The path that the address of a request was probably meant to have; undefined when none is near. */
  meantPath(url: string): string | undefined {
    const { origin, pathname } = new URL(url);
    const patterns = this.#placed
      .filter(({ prefix, interface: { address } }) => prefix.startsWith(origin) && hasOwnPaths(address))
      .flatMap(({ prefix, interface: { paths } }) => Object.keys(paths).map((path) => new URL(prefix + path).pathname));
    const known = patterns.map((pattern) => withParameters(pattern, pathname));
    // The most frequent mistake is a base URL without its `/v1`.
    const longer = patterns.findIndex((pattern) => isEndOf(pathname, pattern));
    return known[longer] ?? meantName(pathname, known);
  }

  /** Where a request goes: to the first interface that has its path; otherwise the first interface whose base URL matches. */
  locate({ url, method }: ServiceRequest): RequestLocation | undefined {
    let nearest: RequestLocation | undefined;
    for (const placed of this.#placed) {
      const below = pathBelow(url, placed.prefix);
      if (!below) continue;
      const found = placed.table.find(below.path);
      if (found) return locationOf(placed, below, { found, method });
      nearest ??= { ...placesOf(placed), ...below, params: {}, operation: null };
    }
    return nearest;
  }
}

/** The addresses that clients write themselves: those of recordings are given to them. */
function hasOwnPaths(address: keyof Addresses): boolean {
  return address !== "controlUrl" && address !== "storageUrl";
}

/** Whether a path is the end of what a pattern means: `/agents/mem_1` is that of `/v1/agents/:id`. */
function isEndOf(path: string, pattern: string): boolean {
  const given = path.split("/").slice(1);
  const end = pattern.split("/").slice(-given.length);
  return end[0] === given[0] && end.every((part, index) => part === given[index] || part.startsWith(":"));
}

/** A pattern such as `/v1/agents/:id` with the parts that a path has at these places, counted from its end. */
function withParameters(pattern: string, path: string): string {
  const given = path.split("/").reverse();
  const parts = pattern.split("/").reverse();
  return parts
    .map((part, index) => (part.startsWith(":") ? given[index] || part : part))
    .reverse()
    .join("/");
}

function locationOf(
  placed: PlacedInterface,
  below: { path: string; query: string },
  { found: { methods, params }, method }: { found: FoundPath; method: string },
): RequestLocation {
  const route = routeOf(methods, method);
  const operation = route && route.access !== "control" ? route.operation : null;
  return { ...placesOf(placed), ...below, params, operation, route, methods };
}

function placesOf({ interface: placed, addresses }: PlacedInterface): Pick<RequestLocation, "interface" | "addresses"> {
  return { interface: placed, addresses };
}

/** HEAD takes the route of GET: the adapters send no body then. Inherited properties such as `constructor` are no methods. */
function routeOf(methods: Methods, method: string): Route | undefined {
  if (Object.hasOwn(methods, method)) return methods[method];
  return method === "HEAD" ? methods.GET : undefined;
}

/** The path and the query of an address below a prefix. Cut by hand: a URL object would cost more than the rest. */
function pathBelow(url: string, prefix: string): { path: string; query: string } | undefined {
  if (!url.startsWith(prefix)) return undefined;
  const next = url[prefix.length];
  if (next !== undefined && next !== "/" && next !== "?" && next !== "#") return undefined;
  const fragment = url.indexOf("#", prefix.length);
  const end = fragment === -1 ? url.length : fragment;
  const mark = url.indexOf("?", prefix.length);
  const pathEnd = mark === -1 || mark > end ? end : mark;
  return { path: url.slice(prefix.length, pathEnd), query: url.slice(pathEnd + 1, end) };
}

/** A path's routes, and the values of the path's parameters. */
interface FoundPath {
  methods: Methods;
  params: Readonly<Record<string, string>>;
}

/** Finds the routes of a path: at once in a map when it has no parameters, else by Hono's router. */
class RouteTable {
  readonly #router = new TrieRouter<Methods>();
  readonly #fixed = new Map<string, FoundPath>();

  constructor(paths: Paths) {
    for (const [path, methods] of Object.entries(paths)) {
      // One entry a path, whatever the method: a known path with another method is a 405, not a 404.
      if (path.includes(":")) this.#router.add("ALL", path, methods);
      else this.#fixed.set(path, { methods, params: {} });
    }
  }

  find(path: string): FoundPath | undefined {
    return this.#fixed.get(path) ?? this.#search(path);
  }

  #search(path: string): FoundPath | undefined {
    const [matches] = this.#router.match("ALL", path);
    const [first] = matches;
    if (!first) return undefined;
    const [methods, encoded] = first;
    const params: Record<string, string> = {};
    for (const [name, text] of Object.entries(encoded)) params[name] = decodeUri(String(text));
    return { methods, params };
  }
}
