/** The form of the dialog "New call". It is loaded when it is needed: no other part of the list has comboboxes. */
import { useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useConnection } from "../../connection/connection.ts";
import { agentsQuery, categoriesQuery } from "../../data/queries.ts";
import { useSubmissions } from "../../submissions/submissions.ts";
import { Button } from "../../ui/button.tsx";
import { ChoiceField } from "../../ui/choice-field.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { FormProblem, TextField } from "../../ui/form-fields.tsx";
import { RecordingField } from "./recording-field.tsx";

/** The values entered so far. */
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
  const { file = null, date = "", udfs = "", memberId, categoryId } = { ...useSuggestion(), ...draft };
  const { problem, submit } = useSubmit({ file, memberId, categoryId, date, udfs }, onStarted);
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <RecordingField file={file} onFile={(chosen) => onChange({ file: chosen })} />
      <Participants {...{ memberId, categoryId }} onChange={onChange} />
      <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <TextField
          label="Date of the call, if not today"
          type="date"
          value={date}
          onChange={(chosen) => onChange({ date: chosen })}
        />
        <TextField
          label="User-defined fields, as JSON"
          placeholder='{ "crmId": "84113" }'
          value={udfs}
          onChange={(text) => onChange({ udfs: text })}
          isCode
        />
      </div>
      {problem && <FormProblem>{problem}</FormProblem>}
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

/** The form's values. */
interface NewCall extends Participation {
  file: File | null;
  /** Empty for today. */
  date: string;
  /** JSON, or empty for none. */
  udfs: string;
}

function useSubmit({ file, memberId, categoryId, date, udfs }: NewCall, onStarted: (id: string) => void) {
  const submissions = useSubmissions();
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!file) return setProblem("Choose a recording.");
    if (!memberId) return setProblem("Choose an agent.");
    if (!categoryId) return setProblem("Choose a category.");
    const fields = udfs === "" ? {} : fieldsIn(udfs);
    if (!fields) return setProblem("User-defined fields are an object in JSON.");
    onStarted(submissions.start(file, { memberId, categoryId, ...(date !== "" && { date }), udfs: fields }));
  };
  return { problem, submit };
}

/** The fields of an object in JSON; undefined for any other text. */
function fieldsIn(json: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
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
