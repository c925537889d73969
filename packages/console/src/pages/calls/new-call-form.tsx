/** The form of the dialog "New call". It is loaded when it is needed: no other part of the list has comboboxes. */
import { useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useConnection } from "../../connection/connection.ts";
import { agentsQuery, categoriesQuery } from "../../data/queries.ts";
import { useSubmissions } from "../../submissions/submissions.ts";
import { Button } from "../../ui/button.tsx";
import { inputClasses } from "../../ui/choice.tsx";
import { ChoiceField } from "../../ui/choice-field.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { RecordingField } from "./recording-field.tsx";

/** What a person has filled in so far. */
export type CallDraft = Partial<NewCall>;

/** The form. */
export default function NewCallForm({
  draft,
  onChange,
  onStarted,
  onCancel,
}: {
  draft: CallDraft;
  onChange: (changes: CallDraft) => void;
  onStarted: (id: string) => void;
  onCancel: () => void;
}) {
  const { file = null, date = "", memberId, categoryId } = { ...useSuggestion(), ...draft };
  const { problem, submit } = useSubmit({ file, memberId, categoryId, date }, onStarted);
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <RecordingField file={file} onFile={(chosen) => onChange({ file: chosen })} />
      <Participants {...{ memberId, categoryId }} onChange={onChange} />
      <label className="flex flex-col gap-1 text-xs font-medium text-muted">
        Date of the call, if not today
        <input
          type="date"
          value={date}
          onChange={({ target }) => onChange({ date: target.value })}
          className={inputClasses("text-ink")}
        />
      </label>
      {problem && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" icon={<Sparkles size={15} aria-hidden />}>
          Analyse
        </Button>
      </div>
    </form>
  );
}

/** Who spoke, and what the call is analysed for; null for not chosen. */
interface Participation {
  memberId: string | null;
  categoryId: string | null;
}

/** In a fake it seldom matters who spoke, so the first of each is chosen until a person chooses others. */
function useSuggestion(): Participation {
  const connection = useConnection();
  const agents = useQuery(agentsQuery(connection)).data ?? [];
  const categories = useQuery(categoriesQuery(connection)).data ?? [];
  return { memberId: agents[0]?.id ?? null, categoryId: categories[0]?.id ?? null };
}

/** What the form holds. */
interface NewCall extends Participation {
  file: File | null;
  /** Empty for today. */
  date: string;
}

function useSubmit({ file, memberId, categoryId, date }: NewCall, onStarted: (id: string) => void) {
  const submissions = useSubmissions();
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!file) return setProblem("Choose a recording.");
    if (!memberId) return setProblem("Choose an agent.");
    if (!categoryId) return setProblem("Choose a category.");
    onStarted(submissions.start(file, { memberId, categoryId, ...(date !== "" && { date }) }));
  };
  return { problem, submit };
}

function Participants({
  memberId,
  categoryId,
  onChange,
}: Participation & { onChange: (changes: Partial<Participation>) => void }) {
  const connection = useConnection();
  const agents = useQuery(agentsQuery(connection));
  const categories = useQuery(categoriesQuery(connection));
  const failed = [agents, categories].find(({ error }) => error);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ChoiceField
        label="Agent"
        placeholder="Who spoke"
        choices={(agents.data ?? []).map(({ id, name, email }) => ({ value: id, label: name, hint: email }))}
        value={memberId}
        onChange={(id) => onChange({ memberId: id })}
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
        onChange={(id) => onChange({ categoryId: id })}
      />
    </div>
  );
}
