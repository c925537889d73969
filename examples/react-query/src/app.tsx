import type { Analysis } from "@call-analysis/sdk";
import { type FormEvent, useState } from "react";
import { hasFailed, useAgents, useAnalysis, useAnalyze, useCategories } from "./hooks.ts";
import { Problem } from "./problem.tsx";

/** A form that sends a recording, and the state of its call. */
export function App() {
  const agents = useAgents();
  const categories = useCategories();
  const analyze = useAnalyze();
  const [file, setFile] = useState<File>();

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!file) return;
    const form = new FormData(event.currentTarget);
    const [memberId, categoryId] = [String(form.get("memberId")), String(form.get("categoryId"))];
    analyze.mutate({ file, memberId, categoryId });
  }

  return (
    <>
      <h1>Analyse a call</h1>
      <Problem error={agents.error ?? categories.error} />
      <form onSubmit={submit}>
        <label>
          Recording{" "}
          <input type="file" accept="audio/*" onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])} />
        </label>
        <Select label="Agent" name="memberId" choices={agents.data ?? []} />
        <Select label="Category" name="categoryId" choices={categories.data ?? []} />
        <button type="submit" disabled={!file || !agents.data || !categories.data || analyze.isPending}>
          Analyse
        </button>
      </form>
      {analyze.isPending && <progress aria-label="Upload" max={100} value={analyze.percent} />}
      <Problem error={analyze.error} />
      {analyze.data && <Call callId={analyze.data.callId} />}
    </>
  );
}

/** The status of a call, and its scorecard once it is complete. */
function Call({ callId }: { callId: string }) {
  const { data, error } = useAnalysis(callId);
  return (
    <>
      <Problem error={error} />
      {data && <p role="status">{data.status}</p>}
      {data && hasFailed(data) && <p role="alert">The recording could not be analysed.</p>}
      {data?.analysis && <Scorecard analysis={data.analysis} />}
    </>
  );
}

function Scorecard({ analysis }: { analysis: Analysis }) {
  return (
    <article aria-label="Scorecard">
      <h2>
        {analysis.score} points: {analysis.outcomeLabel}
      </h2>
      <p>{analysis.outcomeRationale}</p>
      <ul>
        {analysis.sections.map((section) => (
          <li key={section.sectionId}>
            {section.sectionName}: {section.score} of {section.totalScore}
          </li>
        ))}
      </ul>
    </article>
  );
}

function Select({ label, name, choices }: { label: string; name: string; choices: { id: string; name: string }[] }) {
  return (
    <label>
      {label}{" "}
      <select name={name}>
        {choices.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.name}
          </option>
        ))}
      </select>
    </label>
  );
}
