/** Two calls side by side: what became better, what became worse, and the seconds of both recordings that show it. */
import { isCompleted } from "@call-analysis/sdk";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight } from "lucide-react";
import { useConnection } from "../../connection/connection.ts";
import type { ListedCall } from "../../connection/control.ts";
import { callQuery, callsQuery } from "../../data/queries.ts";
import { Button } from "../../ui/button.tsx";
import type { Choice } from "../../ui/choice.tsx";
import { ChoiceField } from "../../ui/choice-field.tsx";
import { dateTimeText, recordingName } from "../../ui/format.ts";
import { EmptyState, Page, Panel } from "../../ui/page.tsx";
import { usePageSearch } from "../../ui/page-search.ts";
import { Loaded } from "../../ui/query-states.tsx";
import { Status } from "../../ui/status.tsx";
import type { CompareSearch } from "./compare-search.ts";
import { Comparison } from "./comparison.tsx";

/** The page. */
export function ComparePage() {
  const [{ a, b }, change] = usePageSearch<CompareSearch>();
  const calls = useQuery(callsQuery(useConnection()));
  return (
    <Page
      title="Compare"
      actions={
        a &&
        b && (
          <Button icon={<ArrowLeftRight size={15} aria-hidden />} onClick={() => change({ a: b, b: a })}>
            Swap
          </Button>
        )
      }
    >
      <Loaded query={calls}>
        {(listed) => (
          <>
            <Choices calls={listed} />
            <Compared calls={listed} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Choices({ calls }: { calls: readonly ListedCall[] }) {
  const [{ a, b }, change] = usePageSearch<CompareSearch>();
  const choices = calls.filter(({ status }) => status === "completed").map(choiceOf);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <ChoiceField
        label="Call 1, the baseline"
        placeholder="Choose a completed call"
        choices={withChosen(choices, a)}
        value={a ?? null}
        onChange={(id) => change({ a: id ?? undefined })}
      />
      <ChoiceField
        label="Call 2, compared with it"
        placeholder="Choose a completed call"
        choices={withChosen(choices, b)}
        value={b ?? null}
        onChange={(id) => change({ b: id ?? undefined })}
      />
    </div>
  );
}

function choiceOf({ id, audioUrl, agentName, categoryName, createdAt }: ListedCall): Choice {
  const hint = [agentName, categoryName, createdAt && dateTimeText(createdAt), id].filter(Boolean).join(" · ");
  return { value: id, label: recordingName(audioUrl) || id, hint };
}

/** A call of the address that is not in the list can be shown too. */
function withChosen(choices: readonly Choice[], id: string | undefined): readonly Choice[] {
  if (id === undefined || choices.some(({ value }) => value === id)) return choices;
  return [{ value: id, label: id }, ...choices];
}

function Compared({ calls }: { calls: readonly ListedCall[] }) {
  const [{ a, b }] = usePageSearch<CompareSearch>();
  if (!a || !b)
    return (
      <EmptyState title="Choose two calls">
        {calls.length === 0
          ? "There are no calls yet. Analyse two recordings first, under “Calls”."
          : "Choose them above, or mark two calls in the list of calls. Each criterion of the second is compared with the same criterion of the first."}
      </EmptyState>
    );
  if (a === b) return <EmptyState title="This is the same call twice">Choose another one for either side.</EmptyState>;
  return <BothCalls key={`${a} ${b}`} ids={[a, b]} calls={calls} />;
}

function BothCalls({ ids: [a, b], calls }: { ids: readonly [string, string]; calls: readonly ListedCall[] }) {
  const connection = useConnection();
  const first = useQuery(callQuery(connection, a));
  const second = useQuery(callQuery(connection, b));
  const listedOf = (id: string) => calls.find((call) => call.id === id);
  return (
    <Loaded query={first}>
      {(one) => (
        <Loaded query={second}>
          {(other) =>
            isCompleted(one) && isCompleted(other) ? (
              <Comparison first={{ call: one, listed: listedOf(a) }} second={{ call: other, listed: listedOf(b) }} />
            ) : (
              <Panel className="p-6 text-center">
                <p className="text-lg font-semibold">Not both calls are analysed yet</p>
                <p className="mt-2 flex flex-wrap justify-center gap-3">
                  {[one, other].map(({ callId, status }) => (
                    <span key={callId} className="inline-flex items-center gap-1.5">
                      <code className="font-mono text-xs">{callId}</code> <Status status={status} />
                    </span>
                  ))}
                </p>
                <p className="mt-2 text-muted">The comparison appears as soon as both are completed.</p>
              </Panel>
            )
          }
        </Loaded>
      )}
    </Loaded>
  );
}
