/** Keeps what the pages show up to date: events of the fake say which queries to read again. */
import type { JournalEntry } from "@call-analysis/mock";
import type { QueryClient } from "@tanstack/react-query";
import type { Connection } from "../connection/connection.ts";
import { followEvents } from "../connection/follow-events.ts";
import type { ControlEvent } from "../connection/server-sent-events.ts";
import { factsOf } from "../operations/operations.ts";
import { noteStream } from "./stream-state.ts";

/**
 * What queries are about; the first part of each query's key. An event about an area makes its queries read again.
 * A page that shows something else of the fake adds an area here.
 */
export const areas = [
  "calls",
  "agents",
  "categories",
  "campaigns",
  "journal",
  "rules",
  "clock",
  "organizations",
  "state",
] as const;

export type Area = (typeof areas)[number];

/** Events that come close together are answered by one read. */
const collectMs = 150;

/** Which areas an event is about; all of them when it may be about anything. */
export function areasOf(event: ControlEvent): readonly Area[] {
  switch (event.type) {
    case "connected":
      return areas;
    case "disconnected":
    case "refused":
      return [];
    case "entry": {
      const { entry } = event;
      // A rule may have applied to a request, which may have changed what its operation is about.
      return ["journal", "rules", ...areasOfRequest(entry)];
    }
    case "change":
      return areasOfChange(event.path);
  }
}

/** The data that a request may have changed: the subject of its path, unless it is a read. Reading an analysis moves its call on. */
function areasOfRequest({ operation, method }: JournalEntry): readonly Area[] {
  // A grant is nowhere shown.
  if (operation === null || operation === "createUploadUrl") return [];
  const isRead = method === "GET" || method === "HEAD";
  const [, , about] = factsOf(operation).path?.split("/") ?? [];
  if (about === "calls") return isRead ? ["calls", "clock"] : ["calls", "clock", "state"];
  return isRead ? [] : areas.filter((area) => area === about || area === "state");
}

function areasOfChange(path: string): readonly Area[] {
  const [, first = ""] = path.split("/");
  switch (first) {
    case "clock":
    case "calls":
      return ["clock", "calls"];
    case "journal":
      return ["journal"];
    case "rules":
    case "faults":
    case "gates":
    case "overrides":
      return ["rules"];
    case "engine":
      return ["rules", "calls", "clock"];
    default:
      return areas;
  }
}

/**
 * Follows the fake's events until the returned function is called.
 *
 * @param onReturn called when the fake is back after it was away: it may have been started anew, with other keys
 */
export function keepFresh(queries: QueryClient, { control }: Connection, onReturn?: () => void): () => void {
  let wasAway = false;
  const pending = new Set<Area>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    const changed = new Set(pending);
    pending.clear();
    void queries.invalidateQueries({ predicate: ({ queryKey }) => changed.has(queryKey[0] as Area) });
  };
  const stop = followEvents({
    read: (signal) => control.events(signal),
    onEvent(event) {
      noteStream(event);
      const isBack = event.type === "refused" || (event.type === "connected" && wasAway);
      wasAway = event.type === "disconnected";
      // The old keys' data is stale: the new connection reads everything again.
      if (isBack && onReturn) return onReturn();
      for (const area of areasOf(event)) pending.add(area);
      if (pending.size > 0) timer ??= setTimeout(flush, collectMs);
    },
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
