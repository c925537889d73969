/** What can be done with an entry: copied, sent again, and made to fail or wait the next time. */
import type { JournalEntry } from "@call-analysis/mock";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { RotateCw, Square } from "lucide-react";
import { useRef } from "react";
import { useConnection, useControl } from "../../connection/connection.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { CopyButton } from "../../ui/page.tsx";
import { curlCommand } from "./code/curl.ts";
import { sdkCode } from "./code/sdk-code.ts";
import { testCode } from "./code/test-code.ts";
import { isShown, type JournalSearch } from "./journal-search.ts";
import { NextRequest } from "./next-request.tsx";
import { replayProblem, useReplay } from "./replay.ts";

/** Where the command starts a fake: one in the page has no address that a terminal could use. */
const defaultRoot = "http://127.0.0.1:4010";

/** The thing that each operation creates once more when its request is sent again. */
const created: Readonly<Record<string, string>> = { createCall: "call", createAgent: "agent", addProspect: "prospect" };

/** The buttons. */
export function EntryActions({ entry }: { entry: JournalEntry }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {entry.operation !== null && <NextRequest operation={entry.operation} />}
        <ReplayButtons entry={entry} />
      </div>
      <CopyButtons entry={entry} />
    </>
  );
}

function ReplayButtons({ entry }: { entry: JournalEntry }) {
  const navigate = useNavigate();
  const replay = useReplay();
  const running = useRef<AbortController>(undefined);
  const show = (replayed: JournalEntry) => {
    void navigate({
      to: "/fake/journal/$entryId",
      params: { entryId: String(replayed.id) },
      // Filters that would hide the new entry go.
      search: (previous: JournalSearch) => (isShown(replayed, previous) ? previous : { console: previous.console }),
    });
  };
  const { mutate, isPending, error } = useMutation({
    mutationFn() {
      running.current = new AbortController();
      return replay(entry, running.current.signal);
    },
    onSuccess: show,
  });
  const problem = replayProblem(entry);
  const isDisabled = isPending || problem !== undefined;
  const creates = problem === undefined ? created[entry.operation ?? ""] : undefined;
  return (
    <>
      <Button
        disabled={isDisabled}
        aria-describedby={creates && "what-replay-does"}
        icon={<RotateCw size={15} aria-hidden />}
        onClick={() => mutate()}
      >
        Replay
      </Button>
      {isPending && (
        <Button icon={<Square size={13} aria-hidden />} onClick={() => running.current?.abort()}>
          Stop waiting
        </Button>
      )}
      {creates && (
        <span id="what-replay-does" className="text-xs text-muted">
          Makes another {creates}
        </span>
      )}
      <p role="status" className="order-last basis-full text-muted empty:sr-only">
        {isPending ? "Waiting for the response…" : problem}
      </p>
      {error && (
        <div className="order-last basis-full">
          <ErrorState error={error} />
        </div>
      )}
    </>
  );
}

function CopyButtons({ entry }: { entry: JournalEntry }) {
  const { kind } = useConnection();
  const control = useControl();
  const root = kind === "fake" ? control.root : defaultRoot;
  return (
    <div className="flex flex-wrap gap-2">
      <CopyButton label="Copy as curl" text={curlCommand(entry, new URL(root).origin)}>
        Copy as curl
      </CopyButton>
      <CopyButton label="Copy as SDK code" text={sdkCode(entry, root)}>
        Copy as SDK code
      </CopyButton>
      <CopyButton label="Copy as test" text={testCode(entry)}>
        Copy as test
      </CopyButton>
    </div>
  );
}
