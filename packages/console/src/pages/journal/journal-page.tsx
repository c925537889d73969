/** The requests that the fake got, beside one of them in detail. */
import type { JournalEntry } from "@call-analysis/mock";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { ArrowLeft, Trash2 } from "lucide-react";
import { useMemo } from "react";
import { useConnection, useControl } from "../../connection/connection.ts";
import { Button, buttonClasses } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { ConfirmButton } from "../../ui/confirm-dialog.tsx";
import { countText } from "../../ui/format.ts";
import { EmptyState, Page } from "../../ui/page.tsx";
import { usePageSearch } from "../../ui/page-search.ts";
import { Loaded } from "../../ui/query-states.tsx";
import { EntryDetail } from "./entry-detail.tsx";
import { HeldRequests } from "./held-requests.tsx";
import { JournalFilters } from "./journal-filters.tsx";
import { journalQuery } from "./journal-query.ts";
import { isHidden, isShown, type JournalSearch, matches } from "./journal-search.ts";
import { JournalTable } from "./journal-table.tsx";
import { NextRequestOf } from "./next-request.tsx";

/** The page. */
export function JournalPage() {
  const control = useControl();
  const queries = useQueryClient();
  const journal = useQuery(journalQuery(control, queries));
  const { entryId } = useParams({ strict: false });
  return (
    <Page
      title="Journal"
      actions={journal.data && journal.data.length > 0 && <ClearButton count={journal.data.length} />}
    >
      <HeldRequests />
      {entryId === undefined && <NextRequestOf />}
      <Loaded query={journal} lines={8} what="the journal">
        {(entries) => <Entries entries={entries} />}
      </Loaded>
    </Page>
  );
}

function Entries({ entries }: { entries: readonly JournalEntry[] }) {
  const [search] = usePageSearch<JournalSearch>();
  const { entryId } = useParams({ strict: false });
  const found = useMemo(() => entries.filter((entry) => isShown(entry, search)).reverse(), [entries, search]);
  if (entries.length === 0) return entryId === undefined ? <NoEntries /> : <MissingEntry />;
  const hiddenCount = entries.filter((entry) => matches(entry, search) && isHidden(entry, search)).length;
  const selected = entries.find(({ id }) => String(id) === entryId);
  return (
    <>
      <div className={classNames(entryId !== undefined && "hidden lg:block")}>
        <JournalFilters entries={entries} foundCount={found.length} hiddenCount={hiddenCount} />
      </div>
      <div className="grid min-h-0 min-w-0 flex-1 gap-4 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
        <div className={classNames("min-h-0 min-w-0 flex-col", entryId === undefined ? "flex" : "hidden lg:flex")}>
          {found.length > 0 ? <JournalTable entries={found} /> : <NothingFound hiddenCount={hiddenCount} />}
        </div>
        <div
          className={classNames(
            "min-h-0 min-w-0 lg:overflow-y-auto",
            entryId === undefined ? "hidden lg:block" : "block",
          )}
        >
          {entryId !== undefined && <BackToList />}
          {entryId === undefined && <NothingSelected />}
          {selected && <EntryDetail key={selected.id} listed={selected} />}
          {entryId !== undefined && !selected && <MissingEntry />}
        </div>
      </div>
    </>
  );
}

function NothingFound({ hiddenCount }: { hiddenCount: number }) {
  const navigate = useNavigate();
  const [search] = usePageSearch<JournalSearch>();
  const shown = { ...(hiddenCount > 0 && search), console: true as const };
  const show = () => void navigate({ to: ".", search: shown, replace: true });
  return (
    <EmptyState
      title={
        hiddenCount === 0 ? "No entry matches" : countText(hiddenCount, "request is hidden", "requests are hidden")
      }
      action={<Button onClick={show}>{hiddenCount === 0 ? "Show every entry" : "Show the console’s requests"}</Button>}
    />
  );
}

function MissingEntry() {
  return (
    <EmptyState
      title="This entry is not in the journal"
      action={
        <Link to="/fake/journal" search={(previous) => previous} className={buttonClasses()}>
          All entries
        </Link>
      }
    >
      It was cleared or dropped. The fake keeps only the latest requests.
    </EmptyState>
  );
}

function BackToList() {
  return (
    <Link
      to="/fake/journal"
      search={(previous) => previous}
      className="mb-3 inline-flex items-center gap-1.5 text-accent hover:underline lg:hidden"
    >
      <ArrowLeft size={15} aria-hidden />
      All entries
    </Link>
  );
}

function NothingSelected() {
  return (
    <div className="grid h-full place-items-center rounded-lg border border-dashed border-line p-8 text-center text-muted">
      <p>Choose an entry to see its request and its response.</p>
    </div>
  );
}

function NoEntries() {
  const { kind, control } = useConnection();
  const command = `curl ${control.root}/v1/agents -H "Authorization: Bearer test-key"`;
  return (
    <EmptyState title="No requests yet" {...(kind === "fake" && { command })}>
      {kind === "fake"
        ? "Send one, or point your application at the fake. Its requests appear here automatically."
        : "Create a call on the page “Calls”, and choose “Console’s requests” here to see what it sent."}
    </EmptyState>
  );
}

function ClearButton({ count }: { count: number }) {
  const control = useControl();
  const queries = useQueryClient();
  return (
    <ConfirmButton
      button={{ icon: <Trash2 size={15} aria-hidden /> }}
      label="Clear…"
      title="Clear the journal?"
      action={`Clear ${countText(count, "entry", "entries")}`}
      onConfirm={() =>
        control.send("DELETE", "/journal").finally(() => queries.invalidateQueries({ queryKey: ["journal"] }))
      }
    >
      This removes every entry, including the console’s. Calls and rules stay. This cannot be undone.
    </ConfirmButton>
  );
}
