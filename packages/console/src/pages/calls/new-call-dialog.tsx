/** The dialog "New call": a recording, who spoke, and what it is analysed for; then what becomes of it. */
import { SubmissionUncertainError } from "@call-analysis/sdk";
import { Link } from "@tanstack/react-router";
import { useListedCall } from "../../data/queries.ts";
import { Button, buttonClasses } from "../../ui/button.tsx";
import { ChoiceField } from "../../ui/choice-field.tsx";
import { linkClasses } from "../../ui/class-names.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Form, TextField } from "../../ui/form-fields.tsx";
import { recordingName } from "../../ui/format.ts";
import { Skeleton } from "../../ui/page.tsx";
import { Status } from "../../ui/status.tsx";
import type { useNewCall } from "./new-call.ts";
import { RecordingField } from "./recording-field.tsx";

/** The dialog. While a call is created it stays: whoever closed it would not learn what became of it. */
export function NewCallDialog({
  newCall,
  isOpen,
  onClose,
}: {
  newCall: ReturnType<typeof useNewCall>;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { agents, categories, createdId, form } = newCall;
  const failed = [agents, categories].find(({ error }) => error);
  const missing = [agents, categories].find(({ data }) => data?.length === 0);
  const content = () => {
    if (createdId !== undefined) return <Created callId={createdId} onClose={onClose} />;
    if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
    if (missing === agents)
      return <NoParticipants to="/agents">There is no agent yet. Register one on the page</NoParticipants>;
    if (missing)
      return <NoParticipants to="/fake/state">There is no category yet. Add one as data on the page</NoParticipants>;
    return agents.data && categories.data ? <NewCallForm newCall={newCall} onClose={onClose} /> : <Skeleton />;
  };
  return (
    <Dialog title="New call" isOpen={isOpen} isBusy={form.isPending} onClose={onClose}>
      {content()}
    </Dialog>
  );
}

function NewCallForm({ newCall, onClose }: { newCall: ReturnType<typeof useNewCall>; onClose: () => void }) {
  const { form, agents, categories, memberId, categoryId, stage, audioUrl } = newCall;
  const { values, at, change, field } = form;
  return (
    <Form form={form} label="Analyse" waiting={stage} className="gap-4" onCancel={onClose}>
      <RecordingField file={values.file} problem={at("file")} onFile={(file) => change({ file })} />
      <div className="grid gap-4 sm:grid-cols-2">
        <ChoiceField
          label="Agent"
          placeholder="Who spoke"
          choices={(agents.data ?? []).map(({ id, name, email }) => ({ value: id, label: name, hint: email }))}
          value={memberId}
          problem={at("memberId")}
          onChange={(id) => change({ memberId: id })}
        />
        <ChoiceField
          label="Category"
          placeholder="What it is analysed for"
          choices={(categories.data ?? []).map(({ id, name, description }) => ({
            value: id,
            label: name,
            hint: description,
          }))}
          value={categoryId}
          problem={at("categoryId")}
          onChange={(id) => change({ categoryId: id })}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <TextField label="Date of the call, if not today" type="date" {...field("date")} />
        <TextField label="User-defined fields, as JSON" placeholder='{ "crmId": "84113" }' isCode {...field("udfs")} />
      </div>
      {SubmissionUncertainError.is(form.error) && <WhereToLook audioUrl={audioUrl} />}
    </Form>
  );
}

/** What settles a creation of which nobody knows whether it happened. */
function WhereToLook({ audioUrl }: { audioUrl: string }) {
  return (
    <p>
      Before you try again, look at{" "}
      <Link to="/calls" search={{ q: audioUrl }} className={linkClasses}>
        the calls of this recording
      </Link>{" "}
      or{" "}
      <Link to="/fake/journal" search={{ operation: "createCall", client: "console" }} className={linkClasses}>
        the request in the journal
      </Link>
      .
    </p>
  );
}

/** A call that was created, and its status. */
function Created({ callId, onClose }: { callId: string; onClose: () => void }) {
  const call = useListedCall(callId);
  return (
    <div className="flex flex-col gap-4" aria-live="polite">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium wrap-anywhere">{call ? recordingName(call.audioUrl) : callId}</span>
        {call && <Status status={call.status} />}
      </p>
      <p className="text-muted">
        The call is created. You can close this dialog: the list shows how the analysis ends.
      </p>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Close</Button>
        <Link to="/calls/$callId" params={{ callId }} className={buttonClasses("primary")}>
          Open the call
        </Link>
      </div>
    </div>
  );
}

function NoParticipants({ to, children }: { to: "/agents" | "/fake/state"; children: string }) {
  return (
    <p>
      {children}{" "}
      <Link to={to} className={linkClasses}>
        {to === "/agents" ? "Agents" : "State"}
      </Link>
      .
    </p>
  );
}
