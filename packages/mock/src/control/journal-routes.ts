/** The routes of the control interface that show requests and responses. */
import * as z from "zod";
import type { Paths } from "../api/route.js";
import { oneOf } from "../core/check-shape.js";
import { unknownId } from "../core/mock-service-error.js";
import type { JournalEntry, JournalMatch } from "../journal/entry.js";
import type { Journal } from "../journal/journal.js";
import { matchFieldNames } from "../rules/match.js";
import { controlRoute } from "./control-route.js";
import { pageQuery, wholeNumber, wholeNumberText } from "./query.js";

/** Routes of the journal. A query such as `?operation=createCall&status=202` chooses entries. */
export function journalPaths(journal: Journal): Paths {
  return {
    "/journal": {
      GET: controlRoute({
        query: journalQuery,
        respond({ query }) {
          const entries = pageOfEntries(journal, query);
          return { entries: query.get("bodies") === "none" ? entries.map(withoutContent) : entries };
        },
      }),
      DELETE: controlRoute({ respond: () => void journal.clear() }),
    },
    "/journal/:id": {
      GET: controlRoute({ respond: ({ params }) => entryOf(journal, params.id) }),
    },
  };
}

/** Ids count up, so a page is found also when the journal has dropped the entry before it. */
function pageOfEntries(journal: Journal, query: URLSearchParams): JournalEntry[] {
  const after = wholeNumber(query, "after") ?? 0;
  const entries = journal.find(matchOf(query)).filter(({ id }) => id > after);
  return entries.slice(0, wholeNumber(query, "limit"));
}

/** A list is read often, a body may have 64 KiB, and a request may have many headers. */
function withoutContent(entry: JournalEntry): JournalEntry {
  const { request, response } = entry;
  const bodies = { request: { ...request, content: null }, response: { ...response, content: null } };
  return { ...entry, ...bodies, requestHeaders: [], responseHeaders: [] };
}

function entryOf(journal: Journal, id = ""): JournalEntry {
  const entry = journal.entries().find((each) => String(each.id) === id);
  if (entry) return entry;
  throw unknownId("entry");
}

const status = z.string().regex(/^[1-5]\d\d$/, { error: "must be a status from 100 to 599, such as 404" });

const pageFields = { ...pageQuery, after: wholeNumberText, bodies: oneOf(["none"]) };

/** What the fields of a match can be is checked by the journal. */
const journalQuery = {
  ...pageFields,
  ...Object.fromEntries([...matchFieldNames, "client"].map((name) => [name, z.string()])),
  status,
};

/** Every field is a text, except the status. */
function matchOf(query: URLSearchParams): JournalMatch {
  const fields = [...query].filter(([field]) => !Object.hasOwn(pageFields, field));
  return Object.fromEntries(fields.map(([field, text]) => [field, field === "status" ? Number(text) : text]));
}
