import type { Paths } from "../api/route.js";
import { jsonResponse } from "../core/message.js";
import type { JournalMatch } from "../journal/entry.js";
import type { Journal } from "../journal/journal.js";

/** Routes that show what was asked and answered. A query such as `?operation=createCall&status=202` chooses entries. */
export function journalPaths(journal: Journal): Paths {
  return {
    "/journal": {
      GET: { access: "control", answer: ({ query }) => jsonResponse(200, { entries: journal.find(matchOf(query)) }) },
      DELETE: {
        access: "control",
        answer() {
          journal.clear();
          return jsonResponse(200, { status: "ok" });
        },
      },
    },
    "/journal.har": {
      GET: { access: "control", answer: () => jsonResponse(200, journal.toHar()) },
    },
  };
}

/** Every field is a text, but for the status. */
function matchOf(query: URLSearchParams): JournalMatch {
  return Object.fromEntries([...query].map(([field, text]) => [field, field === "status" ? Number(text) : text]));
}
