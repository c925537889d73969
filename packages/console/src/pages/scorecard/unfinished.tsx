/** A call without an analysis: why, and what ends it. */
import type { AnalysisSnapshot } from "@call-analysis/sdk";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useConnection } from "../../connection/connection.ts";
import type { Control, ListedCall } from "../../connection/control.ts";
import { categoryQuery, isFinal } from "../../data/queries.ts";
import { Form, SelectField, TextField } from "../../ui/form-fields.tsx";
import { scoreOf } from "../../ui/form-problems.ts";
import { Panel } from "../../ui/page.tsx";
import { useForm } from "../../ui/use-form.ts";
import { CreationFields } from "./fields.tsx";
import { Progress } from "./progress.tsx";

/** What stands in the place of the scorecard. */
export function Unfinished({ snapshot, listed }: { snapshot: AnalysisSnapshot; listed: ListedCall | undefined }) {
  const { control } = useConnection();
  const hasEnded = isFinal(snapshot);
  const readAgain = useReadAgain();
  return (
    <>
      <Panel className="shrink-0 p-6 text-center">
        <p className="text-lg font-semibold">
          {hasEnded
            ? "The analysis ended without a result"
            : `There is no analysis yet: the status is “${snapshot.status}”`}
        </p>
        {hasEnded && (
          <p className="mt-1 wrap-anywhere text-muted">{listed?.failureReason ?? "The service gives no reason."}</p>
        )}
        {listed && !hasEnded && <Progress call={listed} onMoved={readAgain} />}
      </Panel>
      {listed && !hasEnded && <Ends call={listed} control={control} />}
      {listed && <CreationFields audioUrl={listed.audioUrl} udfs={listed.udfs} />}
    </>
  );
}

/** The two ways to finish a call. Time is the clock's, below each page. */
function Ends({ call, control }: { call: ListedCall; control: Control }) {
  return (
    <Panel title="Finish this call" className="shrink-0">
      <div className="grid gap-x-6 gap-y-5 p-4 md:grid-cols-2">
        <Completion call={call} control={control} />
        <Failure call={call} control={control} />
      </div>
    </Panel>
  );
}

interface EndProps {
  call: ListedCall;
  control: Control;
}

/** Reads again what an end of a call changes. */
function useReadAgain() {
  const queries = useQueryClient();
  return () => Promise.all(["calls", "clock"].map((area) => queries.invalidateQueries({ queryKey: [area] })));
}

function Completion({ call, control }: EndProps) {
  const connection = useConnection();
  const category = useQuery(categoryQuery(connection, call.categoryId)).data;
  const form = useForm({
    initial: { score: "", outcomeLabel: "" },
    send: async ({ score, outcomeLabel }, signal) =>
      control.send(
        "POST",
        `/calls/${encodeURIComponent(call.id)}/complete`,
        { score: scoreOf(score, "score"), outcomeLabel: outcomeLabel || undefined },
        { signal },
      ),
    onSettled: useReadAgain(),
  });
  const labels = (category?.possibleOutcomes ?? []).map(({ label }) => ({ value: label, label }));
  return (
    <Form form={form} label="Complete">
      <TextField label="Score" placeholder="As it comes" inputMode="decimal" {...form.field("score")} />
      <SelectField
        label="Outcome"
        choices={[{ value: "", label: "As it comes" }, ...labels]}
        {...form.field("outcomeLabel")}
      />
    </Form>
  );
}

function Failure({ call, control }: EndProps) {
  const form = useForm({
    initial: { reason: "" },
    send: ({ reason }, signal) =>
      control.send(
        "POST",
        `/calls/${encodeURIComponent(call.id)}/fail`,
        { reason: reason.trim() || undefined },
        { signal },
      ),
    onSettled: useReadAgain(),
  });
  return (
    <Form form={form} label="Fail" variant="danger">
      <TextField label="Reason" placeholder="The fake’s own" {...form.field("reason")} />
    </Form>
  );
}
