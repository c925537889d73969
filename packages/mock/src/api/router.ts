/** Finds the interface and the route of a request. */
import type { Addresses } from "../core/addresses.js";
import { decodeUri } from "../core/encoding.js";
import type { ServiceRequest } from "../core/message.js";
import type { Route } from "./route.js";

/** The destination of a request. */
export interface RequestLocation {
  /** The interface that the request is for. */
  address: keyof Addresses;
  /** The base URLs by which the request came. */
  addresses: Addresses;
  /** The path below the interface's address. */
  path: string;
  query: string;
  /** The parts of the path that the route names, decoded. */
  params: Readonly<Record<string, string>>;
  /** Undefined if there is no such path, or the path does not allow the method. */
  route: Route | undefined;
  /** All routes of the path, by method. Undefined if there is no such path. */
  routes: ReadonlyMap<string, Route> | undefined;
}

/** The routes of one path. */
type KnownPath = ReturnType<typeof pathsOf>[number];

/** An interface at its current base URL. */
interface PlacedInterface {
  prefix: string;
  addresses: Addresses;
  address: keyof Addresses;
  paths: readonly KnownPath[];
}

/** Finds the route of a request. The beginning of the URL decides the interface. */
export class Router {
  readonly #interfaces: readonly Pick<PlacedInterface, "address" | "paths">[];
  #placed: readonly PlacedInterface[] = [];

  constructor(routes: readonly Route[]) {
    const addresses = [...new Set(routes.map(({ address }) => address))];
    this.#interfaces = addresses.map((address) => {
      return { address, paths: pathsOf(routes.filter((route) => route.address === address)) };
    });
  }

  /** Places the interfaces at all base URLs. An interface without one cannot be reached. */
  placeAt(all: readonly Addresses[]): void {
    this.#placed = all
      .flatMap((addresses) =>
        this.#interfaces.flatMap((each) => {
          const prefix = addresses[each.address];
          return prefix === undefined ? [] : [{ ...each, prefix, addresses }];
        }),
      )
      // The longest base URL that matches is tried first.
      .sort((one, other) => other.prefix.length - one.prefix.length);
  }

  /** The patterns of the service's own paths. Other paths of the same hosts may belong to others. */
  patterns(): string[] {
    const all = this.#placed.flatMap(({ prefix, paths }) => paths.map(({ path }) => prefix + path));
    return all.map((pattern) => pattern.replaceAll(/\{(\w+)\}/g, ":$1"));
  }

  /** The path that a URL was probably meant to have. The most frequent mistake is a base URL without its `/v1`. */
  closestPath(url: string): string | undefined {
    const { origin, pathname } = new URL(url);
    const near = this.#placed.filter(({ prefix, address }) => prefix.startsWith(origin) && address === "baseUrl");
    const path = near.map(({ prefix }) => prefix.slice(origin.length) + pathname);
    return path.find((each) => this.locate({ url: origin + each, method: "GET" })?.routes);
  }

  /** Chooses the first interface that has the path, or else the first one whose base URL matches. */
  locate({ url, method }: Pick<ServiceRequest, "url" | "method">): RequestLocation | undefined {
    let nearest: RequestLocation | undefined;
    for (const { prefix, addresses, address, paths } of this.#placed) {
      const below = pathBelow(url, prefix);
      if (!below) continue;
      for (const { pattern, routes } of paths) {
        const match = pattern.exec(below.path);
        if (!match) continue;
        // HEAD takes the route of GET: the adapters send no body then.
        const route = routes.get(method) ?? (method === "HEAD" ? routes.get("GET") : undefined);
        const params: Record<string, string> = {};
        for (const name in match.groups) params[name] = decodeUri(match.groups[name] ?? "");
        return { address, addresses, ...below, params, route, routes };
      }
      nearest ??= { address, addresses, ...below, params: {}, route: undefined, routes: undefined };
    }
    return nearest;
  }
}

/** The paths of routes. Paths without parameters come first, because `/calls/new` would also match `/calls/{id}`. */
function pathsOf(routes: readonly Route[]) {
  const paths = [...new Set(routes.map(({ path }) => path))].sort(
    (one, other) => one.split("{").length - other.split("{").length,
  );
  return paths.map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
    routes: new Map(routes.filter((route) => route.path === path).map((route) => [route.method, route])),
  }));
}

/** The path and the query of a URL below a prefix. Cut by hand, because a URL object would cost more than the rest. */
function pathBelow(url: string, prefix: string): { path: string; query: string } | undefined {
  if (!url.startsWith(prefix)) return undefined;
  const [, path = "", query = ""] = /^([^?#]*)(?:\?([^#]*))?/.exec(url.slice(prefix.length)) ?? [];
  return path === "" || path.startsWith("/") ? { path, query } : undefined;
}
