/** One request and its response. */
import type { JournalEntry } from "@call-analysis/mock";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useConnection, useControl } from "../../connection/connection.ts";
import { useRules } from "../../data/queries.ts";
import { thenTexts } from "../../operations/rule-texts.ts";
import { countText, dateTimeText, sizeText } from "../../ui/format.ts";
import { CopyButton, Fact, Panel } from "../../ui/page.tsx";
import { Loaded } from "../../ui/query-states.tsx";
import { Badge } from "../../ui/status.tsx";
import { visibleJson, visibleText } from "./code/literal.ts";
import { pathId } from "./code/recorded-request.ts";
import { EntryActions } from "./entry-actions.tsx";
import { HttpStatus } from "./http-status.tsx";
import { entryQuery } from "./journal-query.ts";
import { clockText, durationText } from "./times.ts";
import { workText } from "./work-text.ts";

/** An entry of the list, with its bodies and with what can be done with it. */
export function EntryDetail({ listed }: { listed: JournalEntry }) {
  const control = useControl();
  const query = useQuery(entryQuery(control, listed));
  const entry = query.data;
  return (
    <article aria-label={`Entry ${listed.id}`} className="flex min-w-0 flex-col gap-4">
      <Panel>
        <div className="flex flex-col gap-3 p-4">
          <Heading entry={listed} />
          <Facts entry={entry ?? listed} />
          {entry && <EntryActions entry={entry} />}
        </div>
      </Panel>
      <Loaded query={query} what="the bodies">
        {(entry) => (
          <>
            <Message
              title="Request"
              headers={entry.requestHeaders}
              body={entry.request}
              isRecording={entry.operation === "uploadRecording"}
            />
            {entry.status !== null && (
              <Message
                title="Response"
                headers={entry.responseHeaders}
                body={entry.response}
                isRecording={entry.operation === "readRecording"}
              />
            )}
          </>
        )}
      </Loaded>
    </article>
  );
}

function Heading({ entry }: { entry: JournalEntry }) {
  const { operation, method, path, query, status, faults } = entry;
  // The status itself stands there already, and the reason names the fault.
  const others = faults.filter((fault) => fault !== `status ${status}`);
  return (
    <header className="min-w-0">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-lg font-semibold">{operation ?? "No operation"}</h2>
        <HttpStatus status={status} />
        {others.map((fault) => (
          <Badge key={fault} tone="warn">
            {fault === "network error after" ? "response lost" : fault}
          </Badge>
        ))}
      </div>
      <p className="mt-1 font-mono text-xs break-all">
        {method} {path}
        {query.length > 0 && <span className="text-muted">{queryText(query)}</span>}
      </p>
      <Outcome entry={entry} />
      <AppliedRules entry={entry} />
    </header>
  );
}

/** The rules that applied to a request; what they do, where the reason does not say it, and as long as they are there. */
function AppliedRules({ entry: { rules: ids, reason } }: { entry: Pick<JournalEntry, "rules" | "reason"> }) {
  const { data: rules = [] } = useRules();
  if (ids.length === 0) return null;
  return (
    <ul aria-label="Rules that applied" className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {ids.map((id) => {
        const rule = rules.find((each) => each.id === id);
        return (
          <li key={id}>
            By the rule{" "}
            <Link to="/fake/rules" search={{ rule: id }} className="font-mono text-accent underline underline-offset-2">
              {id}
            </Link>
            {!rule && ", which is no longer there"}
            {rule && !reason?.includes(id) && `: it ${thenTexts(rule).join(", then ")}`}
          </li>
        );
      })}
    </ul>
  );
}

/** A query as a person reads it: what is between `&` and `=` may have any characters. */
function queryText(query: JournalEntry["query"]): string {
  return `?${query.map(({ name, value }) => visibleText(`${name}=${value}`)).join("&")}`;
}

/** Why a request failed, and what became of the work that it asked for. */
function Outcome({ entry }: { entry: JournalEntry }) {
  const { reason, lostResponse } = entry;
  const work = workText(entry);
  if (reason === null && work === undefined) return null;
  return (
    <div className="mt-2 rounded-md bg-warn-soft px-3 py-1.5 wrap-anywhere text-warn">
      <p>{reason}</p>
      <p>
        {work} {lostResponse?.callId && <CallLink callId={lostResponse.callId} />}
      </p>
    </div>
  );
}

function CallLink({ callId }: { callId: string }) {
  return (
    <Link
      to="/calls/$callId"
      params={{ callId }}
      className="font-mono text-xs text-accent underline underline-offset-2"
    >
      {callId}
    </Link>
  );
}

/** The call that a request has created, or is about; undefined for none. */
function callIdOf(entry: JournalEntry): string | undefined {
  const { data } = (entry.response.content ?? {}) as { data?: { callId?: unknown } };
  const created = entry.lostResponse?.callId ?? data?.callId;
  if (typeof created === "string") return created;
  return entry.operation === "getCallAnalysis" && entry.status !== 404 ? pathId(entry) : undefined;
}

function Facts({ entry }: { entry: JournalEntry }) {
  const callId = callIdOf(entry);
  const { startedAt, endedAt, durationMs, requestId, organizationId, client, id } = entry;
  const { organizations } = useConnection();
  const organization = organizations.find((each) => each.id === organizationId)?.name ?? organizationId;
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-4 gap-y-2">
      <Fact label="Entry">{id}</Fact>
      <Fact label="Started, by the fake’s clock">
        <time dateTime={startedAt} title={`${dateTimeText(startedAt)}, ended ${endedAt}`}>
          {clockText(startedAt)}
        </time>
      </Fact>
      <Fact label="Took">{durationText(durationMs)}</Fact>
      <Fact label="Organization">{organization ?? "Not known"}</Fact>
      <Fact label="Client">{client ?? "Not named"}</Fact>
      {callId !== undefined && (
        <Fact label="Call">
          <CallLink callId={callId} />
        </Fact>
      )}
      {requestId !== null && (
        <Fact label="Request id">
          <span className="flex min-w-0 items-center gap-1">
            <code className="truncate font-mono text-xs">{requestId}</code>
            <CopyButton text={requestId} label="Copy the request id" />
          </span>
        </Fact>
      )}
    </dl>
  );
}

/** Headers, and a body as text, whatever is in it. */
function Message({
  title,
  headers,
  body,
  isRecording,
}: {
  title: string;
  headers: JournalEntry["query"];
  body: JournalEntry["request"];
  isRecording: boolean;
}) {
  const { content, contentType, sizeBytes, isCut } = body;
  const text = contentText(content);
  return (
    <Panel
      title={title}
      actions={
        <span className="flex min-w-0 items-center gap-1 text-xs text-muted">
          <span className="truncate">
            {[contentType, sizeText(sizeBytes)].filter((part) => part !== null).join(" · ")}
          </span>
          {text !== undefined && <CopyButton text={text} label={`Copy the ${title.toLowerCase()}’s body`} />}
        </span>
      }
    >
      {headers.length > 0 && (
        <details className="border-b border-line px-4 py-2">
          <summary className="py-1 text-xs text-muted">{countText(headers.length, "header")}</summary>
          <ul className="mt-1.5 font-mono text-xs wrap-anywhere text-muted">
            {headers.map(({ name, value }, index) => (
              // A header can be there twice, and they never change their order.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <li key={index}>{visibleText(`${name}: ${value}`)}</li>
            ))}
          </ul>
        </details>
      )}
      {text === undefined ? (
        <p className="px-4 py-3 text-muted">
          {isRecording && sizeBytes > 0 ? "The recording is not in the journal." : "There is no body."}
        </p>
      ) : (
        <pre
          // A region that scrolls must be reachable by the keyboard.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
          tabIndex={0}
          className="max-h-[28rem] overflow-auto px-4 py-3 font-mono text-xs break-words whitespace-pre-wrap"
        >
          {text}
        </pre>
      )}
      {isCut && (
        <p className="border-t border-line px-4 py-2 text-xs text-warn">
          The body is larger than the journal keeps. This is its beginning.
        </p>
      )}
    </Panel>
  );
}

function contentText(content: unknown): string | undefined {
  if (content === null || content === undefined) return undefined;
  return typeof content === "string" ? visibleText(content) : visibleJson(content, 2);
}
