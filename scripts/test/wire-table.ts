/** How often a creation is on the wire, by how the connection ends: measurements, and their table in the client's README. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  goAwayProcessed,
  goAwayUnprocessed,
  type Http2Service,
  refuseStream,
  startHttp2Service,
} from "../../packages/sdk/test/support/http2-service.ts";
import {
  type OnFinished,
  type RawService,
  rawResponse,
  startClosingService,
  startRawService,
} from "../../packages/sdk/test/support/raw-service.ts";
import { root } from "./consumer-projects.ts";

/** How services end a connection, by what the table says of it. */
export type Ends = Record<string, (onFinished: OnFinished) => Promise<RawService | Http2Service>>;

export const http1Ends: Ends = {
  "closed, was read": (onFinished) => startRawService((socket) => socket.end(), onFinished),
  "reset, was read": (onFinished) => startRawService((socket) => socket.resetAndDestroy(), onFinished),
  "closed unread": (onFinished) => startClosingService(onFinished),
  "response 421": (onFinished) => startRawService((socket) => socket.write(rawResponse(421)), onFinished),
  "response 401": (onFinished) => startRawService((socket) => socket.write(rawResponse(401)), onFinished),
};

/** Over TLS. */
export const http2Ends: Ends = {
  "`GOAWAY`, was read": (onFinished) => startHttp2Service(goAwayProcessed, onFinished),
  "`GOAWAY`, was not": (onFinished) => startHttp2Service(goAwayUnprocessed, onFinished),
  "`REFUSED_STREAM`": (onFinished) => startHttp2Service(refuseStream, onFinished),
};

export const allEnds: Ends = { ...http1Ends, ...http2Ends };

export interface CreationRequest {
  creation: string;
  origin: string;
}

/** What came of a creation. */
export interface Measurement {
  /** How often it was on the wire; undefined where the sender does not speak the service's HTTP/2. */
  count: number | undefined;
  outcome: string;
}

/** By how the connection ended. */
export type Measurements = Record<string, Measurement>;

/**
 * Sends creations, each to a service for each way in which a connection can end, all from one process: its start takes
 * longer than they do.
 * @returns what came of each creation
 */
export async function measure(
  send: (requests: CreationRequest[]) => Promise<string[]>,
  { creations, ends, onFinished }: { creations: readonly string[]; ends: Ends; onFinished: OnFinished },
): Promise<Measurements[]> {
  const starts = creations.flatMap((creation) => Object.values(ends).map((start) => ({ creation, start })));
  const sent = await Promise.all(
    starts.map(async ({ creation, start }) => ({ creation, service: await start(onFinished) })),
  );
  const outcomes = await send(sent.map(({ creation, service }) => ({ creation, origin: service.origin })));
  const measured = sent.map(({ service }, index) => ({ count: countAt(service), outcome: outcomes[index] ?? "" }));
  const names = Object.keys(ends);
  return creations.map((_creation, row) =>
    Object.fromEntries(names.map((name, index) => [name, measured[row * names.length + index] as Measurement])),
  );
}

/** A request without a body creates nothing: it is what undici's RetryAgent makes of a body that was sent before. */
function countAt(service: RawService | Http2Service): number | undefined {
  if ("protocols" in service && !service.protocols.includes("h2")) return undefined;
  const hasBody = (post: string) => post !== "" && post.indexOf("\r\n\r\n") !== post.length - 4;
  return service.posts.filter(hasBody).length;
}

/** A column's cells: the client's count, and a plain fetch's where it differs. */
export function columnOf(client: Measurements, fetch: Measurements): string[] {
  return Object.keys(allEnds).map((name) => {
    const [ours, plain] = [client[name]?.count, fetch[name]?.count];
    return ours === plain ? `${ours}` : `${ours} (${plain})`;
  });
}

/** The columns of the table in the client's README, by their names. */
export async function readWireTable(): Promise<Map<string, string[]>> {
  const text = await readFile(join(root, "packages/sdk/README.md"), "utf8");
  const [, part = ""] = /<!-- begin: checked by scripts\/test\/runtimes.*\n([\s\S]*?)<!-- end -->/.exec(text) ?? [];
  const lines = part.split("\n").filter((line) => line.startsWith("|"));
  const [names = [], , ...rows] = lines.map((line) => {
    const cells = line.split("|").slice(1, -1);
    return cells.map((cell) => cell.trim());
  });
  return new Map(names.map((name, index) => [name, rows.map((row) => row[index] ?? "")]));
}
