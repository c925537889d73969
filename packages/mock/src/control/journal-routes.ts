/** The control routes that show requests and responses. */
import * as z from "zod";
import type { ControlRoute } from "../api/route.js";
import { oneOf } from "../core/check-shape.js";
import { parsedJson } from "../core/encoding.js";
import { found } from "../core/mock-service-error.js";
import type { JournalBody, JournalEntry, JournalMatch } from "../journal/entry.js";
import type { Journal } from "../journal/journal.js";
import { matchFieldNames } from "../rules/match.js";
import { controlRoute, wholeNumberText } from "./control-route.js";

const status = z.string().regex(/^[1-5]\d\d$/, { error: "must be a status from 100 to 599, such as 404" });

/** The longest body that a list contains. An analysis is shorter. */
const maxBytes = { none: 0, short: 8_192 };

/** The journal checks the fields of a match. */
const listQuery = {
  ...Object.fromEntries([...matchFieldNames, "client"].map((name) => [name, z.string()])),
  status: status.transform(Number),
  udfs: z.string().transform((text) => (parsedJson(text) ?? text) as JournalMatch["udfs"]),
  limit: wholeNumberText,
  after: wholeNumberText,
  bodies: oneOf(["none", "short"]),
};

/**
 * The routes of the journal. A query such as `?operation=createCall&status=202` filters the entries. `firstId` is the
 * oldest entry in the journal, so that a client with its own list knows which entries were dropped.
 */
export function journalRoutes(journal: Journal): ControlRoute[] {
  return [
    controlRoute(
      "GET /journal",
      ({ query: { limit, after = 0, bodies, ...match } }) => {
        // Ids count up, so a page is found also when the journal has dropped the entry before it.
        const page = journal.find(match).filter(({ id }) => id > after);
        const entries = page.slice(0, limit);
        const firstId = journal.entries()[0]?.id ?? null;
        return { entries: bodies ? entries.map((entry) => withoutContent(entry, maxBytes[bodies])) : entries, firstId };
      },
      { query: listQuery },
    ),
    controlRoute("GET /journal/held", () => ({ entries: journal.heldEntries() })),
    controlRoute("DELETE /journal", () => void journal.clear()),
    controlRoute("GET /journal/{id}", ({ params }) =>
      found(
        journal.entries().find(({ id }) => String(id) === params.id),
        "entry",
      ),
    ),
  ];
}

/** An entry for a list. Lists are read often, bodies may have 64 KiB, and requests may have many headers. */
function withoutContent(entry: JournalEntry, most: number): JournalEntry {
  const short = (body: JournalBody) => (body.sizeBytes > most ? { ...body, content: null } : body);
  const bodies = { request: short(entry.request), response: short(entry.response) };
  return { ...entry, ...bodies, requestHeaders: [], responseHeaders: [] };
}
