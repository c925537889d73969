/** One request and its response. */
import type { JournalEntry } from "@call-analysis/mock";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useConnection, useControl } from "../../connection/connection.ts";
import { useRules } from "../../data/queries.ts";
import { thenTexts } from "../../operations/rule-texts.ts";
import { classNames, linkClasses } from "../../ui/class-names.ts";
import { countText, dateTimeText, sizeText } from "../../ui/format.ts";
import { CopyButton, Fact, Panel } from "../../ui/page.tsx";
import { Loaded } from "../../ui/query-states.tsx";
import { Badge } from "../../ui/status.tsx";
import { visibleJson, visibleText } from "./code/literal.ts";
import { callOf } from "./code/recorded-request.ts";
import { EntryActions } from "./entry-actions.tsx";
import { HttpStatus } from "./http-status.tsx";
import { entryQuery } from "./journal-query.ts";
import { replayClient } from "./journal-search.ts";
import { faultText, outcomeText } from "./outcome-text.ts";
import { clockText, durationText } from "./times.ts";

/** An entry of the list, with its bodies and with what can be done with it. */
export function EntryDetail({ listed }: { listed: JournalEntry }) {
  const control = useControl();
  const query = useQuery(entryQuery(control, listed));
  const entry = query.data;
  return (
    <article
      aria-label={`Entry ${listed.id}`}
      onKeyDown={({ key, target }) => key === "Escape" && !(target as Element).closest("[role=menu]") && focusRow()}
      className="flex min-w-0 flex-col gap-4"
    >
      <Panel>
        <div className="flex flex-col gap-3 p-4">
          <Heading entry={entry ?? listed} />
          {entry && <EntryActions entry={entry} />}
          <Facts entry={entry ?? listed} />
        </div>
      </Panel>
      <Loaded query={query} what="the bodies">
        {(entry) => (
          <>
            <Message title="Request" headers={entry.requestHeaders} body={entry.request} />
            {entry.status !== null && (
              <Message title="Response" headers={entry.responseHeaders} body={entry.response} />
            )}
          </>
        )}
      </Loaded>
    </article>
  );
}

/** Leads from an entry back to its row. */
function focusRow(): void {
  document.querySelector<HTMLElement>("[data-row-link][aria-current]")?.focus();
}

function Heading({ entry }: { entry: JournalEntry }) {
  const { operation, method, path, query, status, faults, client } = entry;
  const heading = useRef<HTMLHeadingElement>(null);
  // The focus moves into the opened entry, so that its buttons are one Tab away.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  // The status itself stands there already, and the reason names the fault.
  const others = faults.filter((fault) => fault !== `status ${status}`);
  return (
    <header className="min-w-0">
      <div className="flex flex-wrap items-center gap-2">
        <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
          {operation ?? "No operation"}
        </h2>
        <HttpStatus status={status} />
        {others.map((fault) => (
          <Badge key={fault} tone="warn">
            {faultText(fault)}
          </Badge>
        ))}
      </div>
      <p className="mt-1 font-mono text-xs break-all">
        {method} {path}
        {query.length > 0 && <span className="text-muted">{queryText(query)}</span>}
      </p>
      <Outcome entry={entry} />
      <AppliedRules entry={entry} />
      {client?.startsWith(replayClient) && <p className="mt-1.5 text-muted first-letter:uppercase">{client}</p>}
    </header>
  );
}

/** The rules that applied to a request, and what they did, also once they are gone. */
function AppliedRules({ entry: { rules: ids, ruleDefinitions } }: { entry: JournalEntry }) {
  const { data: rules = [] } = useRules();
  if (ids.length === 0) return null;
  return (
    <ul aria-label="Rules that applied" className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {ids.map((id, index) => {
        const [rule] = ruleDefinitions.slice(index);
        const isThere = rules.some((each) => each.id === id);
        return (
          <li key={id}>
            By the rule{" "}
            {isThere ? (
              <Link to="/fake/rules" search={{ rule: id }} className={classNames("font-mono", linkClasses)}>
                {id}
              </Link>
            ) : (
              <code className="font-mono">{id}</code>
            )}
            {rule && `: ${rule.then.end ? "" : "it "}${thenTexts(rule).join(", then ")}`}
            {!isThere && ". It was used up or removed"}
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

/** The outcome of a request, with the call that it created without its client knowing. */
function Outcome({ entry }: { entry: JournalEntry }) {
  const text = outcomeText(entry);
  if (text === "") return null;
  return (
    <p className="mt-2 rounded-md bg-warn-soft px-3 py-1.5 wrap-anywhere text-warn">
      {text} {entry.lostResponse?.callId && <CallLink callId={entry.lostResponse.callId} />}
    </p>
  );
}

function CallLink({ callId }: { callId: string }) {
  return (
    <Link to="/calls/$callId" params={{ callId }} className={classNames("font-mono text-xs", linkClasses)}>
      {callId}
    </Link>
  );
}

function Facts({ entry }: { entry: JournalEntry }) {
  const { id: callId } = callOf(entry);
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
function Message(props: { title: string; headers: JournalEntry["query"]; body: JournalEntry["request"] }) {
  const { title, headers, body } = props;
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
          {sizeBytes > 0 ? "The recording is not in the journal." : "There is no body."}
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
          The journal keeps only the beginning of this body.
        </p>
      )}
    </Panel>
  );
}

function contentText(content: unknown): string | undefined {
  if (content === null || content === undefined) return undefined;
  return typeof content === "string" ? visibleText(content) : visibleJson(content, 2);
}
