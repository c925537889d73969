/** A call without an analysis: why, and in a fake what ends it. */
import type { AnalysisSnapshot } from "@call-analysis/sdk";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FastForward } from "lucide-react";
import { useState } from "react";
import { useConnection } from "../../connection/connection.ts";
import type { Control, ListedCall } from "../../connection/control.ts";
import { categoryQuery, isFinal } from "../../data/queries.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SelectField, TextField } from "../../ui/form-fields.tsx";
import { Panel } from "../../ui/page.tsx";

/** What stands in the place of the scorecard. */
export function Unfinished({ snapshot, listed }: { snapshot: AnalysisSnapshot; listed: ListedCall | undefined }) {
  const { control } = useConnection();
  const hasEnded = isFinal(snapshot);
  const reason = listed?.failureReason;
  return (
    <>
      <Panel className="shrink-0 p-6 text-center">
        <p className="text-lg font-semibold">
          {hasEnded
            ? "The analysis ended without a result"
            : `There is no analysis yet: the status is “${snapshot.status}”`}
        </p>
        <p className="mt-1 wrap-anywhere text-muted">
          {hasEnded
            ? (reason ?? "The service gives no reason.")
            : "This page shows the analysis as soon as it is there."}
        </p>
      </Panel>
      {control && listed && !hasEnded && <Ends call={listed} control={control} />}
    </>
  );
}

/** The three ways in which a person can end the wait. */
function Ends({ call, control }: { call: ListedCall; control: Control }) {
  const { isReadOnly } = useConnection();
  const { mutate, isPending, error } = useEnd(control);
  const isOff = isReadOnly || isPending;
  const { nextChangeAt } = call;
  return (
    <Panel title="End the wait" className="shrink-0">
      <div className="grid gap-x-6 gap-y-5 p-4 md:grid-cols-3">
        <Completion call={call} isOff={isOff} onComplete={(analysis) => mutate(["complete", call.id, analysis])} />
        <Failure isOff={isOff} onFail={(reason) => mutate(["fail", call.id, reason === "" ? {} : { reason }])} />
        <div className="flex flex-col gap-3">
          <p className="text-muted">
            {nextChangeAt === null
              ? "Time alone does not change this call: it goes on when it is polled, or when you end it."
              : "The clock goes on to the time at which the status of this call changes."}
          </p>
          <Button
            disabled={isOff || nextChangeAt === null}
            icon={<FastForward size={14} aria-hidden />}
            className="self-start"
            onClick={() => mutate(["clock", nextChangeAt ?? ""])}
          >
            Advance the clock
          </Button>
        </div>
      </div>
      {error && (
        <div className="px-4 pb-4">
          <ErrorState error={error} />
        </div>
      )}
    </Panel>
  );
}

type End = ["complete" | "fail", callId: string, body: object] | ["clock", now: string];

function useEnd(control: Control) {
  const queries = useQueryClient();
  return useMutation<unknown, Error, End>({
    mutationFn: ([kind, subject, body]) =>
      kind === "clock"
        ? control.setClock(subject)
        : control.send("POST", `/calls/${encodeURIComponent(subject)}/${kind}`, body),
    onSettled: () => Promise.all(["calls", "clock"].map((area) => queries.invalidateQueries({ queryKey: [area] }))),
  });
}

function Completion({
  call,
  isOff,
  onComplete,
}: {
  call: ListedCall;
  isOff: boolean;
  onComplete: (analysis: object) => void;
}) {
  const category = useQuery(categoryQuery(useConnection(), call.categoryId)).data;
  const [score, setScore] = useState("");
  const [outcomeLabel, setOutcomeLabel] = useState("");
  const labels = (category?.possibleOutcomes ?? []).map(({ label }) => ({ value: label, label }));
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onComplete({
          ...(score.trim() !== "" && { score: Number(score) }),
          ...(outcomeLabel !== "" && { outcomeLabel }),
        });
      }}
    >
      <TextField label="Score" placeholder="As it comes" inputMode="decimal" value={score} onChange={setScore} />
      <SelectField
        label="Outcome"
        value={outcomeLabel}
        choices={[{ value: "", label: "As it comes" }, ...labels]}
        onChange={setOutcomeLabel}
      />
      <Button type="submit" variant="primary" disabled={isOff} className="self-start">
        Complete
      </Button>
    </form>
  );
}

function Failure({ isOff, onFail }: { isOff: boolean; onFail: (reason: string) => void }) {
  const [reason, setReason] = useState("");
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onFail(reason.trim());
      }}
    >
      <TextField label="Reason" placeholder="The fake’s own" value={reason} onChange={setReason} />
      <Button type="submit" variant="danger" disabled={isOff} className="self-start">
        Fail
      </Button>
    </form>
  );
}
