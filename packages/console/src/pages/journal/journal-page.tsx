/** The requests that the fake got, beside one of them in detail. */
import type { JournalEntry } from "@call-analysis/mock";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate, useParams } from "@tanstack/react-router";
import { ArrowLeft, Trash2 } from "lucide-react";
import { useMemo } from "react";
import { useConnection, useControl } from "../../connection/connection.ts";
import { EmptyElsewhere } from "../../operations/empty-elsewhere.tsx";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { ErrorState, errorFacts } from "../../ui/error-state.tsx";
import { numberText } from "../../ui/format.ts";
import { EmptyState, Page, Panel, Skeleton } from "../../ui/page.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { EntryDetail } from "./entry-detail.tsx";
import { HeldRequests } from "./held-requests.tsx";
import { JournalFilters } from "./journal-filters.tsx";
import { journalQuery } from "./journal-query.ts";
import { isShown, type JournalSearch } from "./journal-search.ts";
import { JournalTable } from "./journal-table.tsx";

const route = getRouteApi("/fake/journal");

/** The page. */
export function JournalPage() {
  const { name } = useConnection();
  const control = useControl();
  const queries = useQueryClient();
  const { data: entries, error, refetch } = useQuery(journalQuery({ control, name }, queries));
  return (
    <Page
      title="Journal"
      aside={<HeldRequests />}
      actions={entries && entries.length > 0 ? <ClearButton /> : undefined}
    >
      {error && !entries && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !entries && (
        <Panel>
          <Skeleton lines={8} />
        </Panel>
      )}
      {entries && <Entries entries={entries} />}
    </Page>
  );
}

function Entries({ entries }: { entries: readonly JournalEntry[] }) {
  const search: JournalSearch = route.useSearch();
  const { entryId } = useParams({ strict: false });
  const { isReadOnly } = useConnection();
  const found = useMemo(() => entries.filter((entry) => isShown(entry, search)).reverse(), [entries, search]);
  if (entries.length === 0 && isReadOnly) return <EmptyElsewhere />;
  if (entries.length === 0) return entryId === undefined ? <NoEntries /> : <MissingEntry />;
  const selected = entries.find(({ id }) => String(id) === entryId);
  return (
    <>
      <div className={classNames(entryId !== undefined && "hidden lg:block")}>
        <Filters entries={entries} foundCount={found.length} search={search} />
      </div>
      <div className="grid min-h-0 min-w-0 flex-1 gap-4 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)]">
        <div className={classNames("min-h-0 min-w-0 flex-col", entryId === undefined ? "flex" : "hidden lg:flex")}>
          {found.length > 0 ? <JournalTable entries={found} /> : <NothingFound />}
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

function Filters({
  entries,
  foundCount,
  search,
}: {
  entries: readonly JournalEntry[];
  foundCount: number;
  search: JournalSearch;
}) {
  const navigate = useNavigate();
  const change = (changes: JournalSearch) =>
    void navigate({ to: ".", search: (previous: JournalSearch) => ({ ...previous, ...changes }), replace: true });
  const all = entries.length === 1 ? "1 entry" : `${numberText(entries.length)} entries`;
  const count = foundCount === entries.length ? all : `${numberText(foundCount)} of ${all}`;
  return <JournalFilters entries={entries} search={search} onChange={change} count={count} />;
}

function NothingFound() {
  const navigate = useNavigate();
  const clear = () => void navigate({ to: ".", search: { console: true }, replace: true });
  return <EmptyState title="No entry matches" action={<Button onClick={clear}>Show every entry</Button>} />;
}

function MissingEntry() {
  return (
    <EmptyState title="This entry is not in the journal">
      It was cleared, or the fake has dropped it: it keeps the latest requests only.
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
      <p>
        Choose an entry to see its request and its response, or press <kbd className="font-mono text-xs">j</kbd> and{" "}
        <kbd className="font-mono text-xs">Enter</kbd>.
      </p>
    </div>
  );
}

function NoEntries() {
  const { kind, control } = useConnection();
  const root = control?.url.replace(/\/__mock__$/, "");
  const command = `curl ${root}/v1/agents -H "Authorization: Bearer test-key"`;
  return (
    <EmptyState title="No requests yet" {...(kind === "fake" && { command })}>
      {kind === "fake"
        ? "Send one, or point your application at the fake. Its requests appear here by themselves."
        : "Create a call on the page “Calls”, and choose “Console’s requests” here to see what it sent."}
    </EmptyState>
  );
}

function ClearButton() {
  const control = useControl();
  const { isReadOnly } = useConnection();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => control.send("DELETE", "/journal"),
    onError: (error) => showToast("The journal was not cleared", errorFacts(error).message),
    onSettled: () => queries.invalidateQueries({ queryKey: ["journal"] }),
  });
  return (
    <Button disabled={isReadOnly || isPending} icon={<Trash2 size={15} aria-hidden />} onClick={() => mutate()}>
      Clear
    </Button>
  );
}
