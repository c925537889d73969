/** The routes of the control interface that show requests and responses. */
import * as z from "zod";
import type { ControlRoute } from "../api/route.js";
import { oneOf } from "../core/check-shape.js";
import type { JournalEntry, JournalMatch } from "../journal/entry.js";
import type { Journal } from "../journal/journal.js";
import { matchFieldNames } from "../rules/match.js";
import { controlRoute, found, pageQuery, wholeNumber, wholeNumberText } from "./control-route.js";

const pageFields = { ...pageQuery, after: wholeNumberText, bodies: oneOf(["none"]) };

/** What the fields of a match can be is checked by the journal. */
const journalQuery = {
  ...pageFields,
  ...Object.fromEntries([...matchFieldNames, "client"].map((name) => [name, z.string()])),
  status: z.string().regex(/^[1-5]\d\d$/, { error: "must be a status from 100 to 599, such as 404" }),
};

/**
 * Routes of the journal. A query such as `?operation=createCall&status=202` chooses entries. `firstId` is the oldest that
 * the journal keeps, so that a reader who keeps a list of its own knows what was dropped.
 */
export function journalRoutes(journal: Journal): ControlRoute[] {
  return [
    controlRoute(
      "GET /journal",
      ({ query }) => ({ entries: pageOfEntries(journal, query), firstId: journal.entries()[0]?.id ?? null }),
      { query: journalQuery },
    ),
    controlRoute("DELETE /journal", () => void journal.clear()),
    controlRoute("GET /journal/{id}", ({ params }) =>
      found(
        journal.entries().find(({ id }) => String(id) === params.id),
        "entry",
      ),
    ),
  ];
}

/** Ids count up, so a page is found also when the journal has dropped the entry before it. */
function pageOfEntries(journal: Journal, query: URLSearchParams): JournalEntry[] {
  const after = wholeNumber(query, "after") ?? 0;
  const entries = journal.find(matchOf(query)).filter(({ id }) => id > after);
  const page = entries.slice(0, wholeNumber(query, "limit"));
  return query.get("bodies") === "none" ? page.map(withoutContent) : page;
}

/** A list is read often, a body may have 64 KiB, and a request may have many headers. */
function withoutContent(entry: JournalEntry): JournalEntry {
  const { request, response } = entry;
  const bodies = { request: { ...request, content: null }, response: { ...response, content: null } };
  return { ...entry, ...bodies, requestHeaders: [], responseHeaders: [] };
}

/** Every field is a text, except the status. */
function matchOf(query: URLSearchParams): JournalMatch {
  const fields = [...query].filter(([field]) => !Object.hasOwn(pageFields, field));
  return Object.fromEntries(fields.map(([field, text]) => [field, field === "status" ? Number(text) : text]));
}
