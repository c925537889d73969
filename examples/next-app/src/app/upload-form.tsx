"use client";

import { type Analysis, type AnalysisSnapshot, CallAnalysis, isCompleted } from "@call-analysis/sdk";
import { type FormEvent, useState, useSyncExternalStore } from "react";
import { Scorecard } from "./scorecard.tsx";

type State =
  | { step: "ready" }
  | { step: "uploading"; percent: number }
  | { step: "analysing"; status: string }
  | { step: "completed"; analysis: Analysis }
  | { step: "failed"; message: string };

interface Choice {
  id: string;
  name: string;
}

/** Turns a recording into a scorecard. The upload goes directly to the store, all other requests go through the proxy. */
export function UploadForm({ agents, categories }: { agents: Choice[]; categories: Choice[] }) {
  const [state, setState] = useState<State>({ step: "ready" });
  // Before React runs in the page, the browser would submit the form itself.
  const isRunning = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );

  async function analyse(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setState({ step: "uploading", percent: 0 });
    try {
      for await (const next of analysisOf(form, setState)) setState(next);
    } catch (error) {
      setState({ step: "failed", message: error instanceof Error ? error.message : String(error) });
    }
  }

  const isBusy = state.step === "uploading" || state.step === "analysing";
  return (
    <>
      <form onSubmit={analyse}>
        <label>
          Recording <input type="file" name="recording" accept="audio/*" required />
        </label>
        <Select label="Agent" name="memberId" choices={agents} />
        <Select label="Category" name="categoryId" choices={categories} />
        <button type="submit" disabled={isBusy || !isRunning}>
          Analyse
        </button>
      </form>
      {state.step === "uploading" && <progress aria-label="Upload" max={100} value={state.percent} />}
      {state.step === "analysing" && <p role="status">{state.status}</p>}
      {state.step === "failed" && <p role="alert">{state.message}</p>}
      {state.step === "completed" && <Scorecard analysis={state.analysis} />}
    </>
  );
}

/** Uploads the form's recording, and yields each new status of its call. Throws unless the call completes. */
async function* analysisOf(form: FormData, show: (state: State) => void): AsyncGenerator<State> {
  const sdk = pageClient();
  // The browser submits the form only with all three.
  const file = form.get("recording") as File;
  const [memberId, categoryId] = [String(form.get("memberId")), String(form.get("categoryId"))];
  const onProgress = ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) =>
    show({ step: "uploading", percent: (100 * sentBytes) / totalBytes });
  const { callId } = await sdk.calls.submitFile({ file, memberId, categoryId }, { onProgress });
  for await (const snapshot of sdk.calls.watchAnalysis(callId)) yield stateOf(snapshot);
}

function stateOf(snapshot: AnalysisSnapshot): State {
  if (isCompleted(snapshot)) return { step: "completed", analysis: snapshot.analysis };
  return { step: "analysing", status: snapshot.status };
}

/** Subscribes to nothing. */
const neverChanges = () => () => {};

let client: CallAnalysis | undefined;

/** The proxy replaces the key, so this one is not secret. Runs in the browser, because the server has no `location`. */
function pageClient(): CallAnalysis {
  const baseUrl = `${location.origin}/call-analysis/v1`;
  client ??= new CallAnalysis({ baseUrl, apiKey: "in-the-proxy", dangerouslyAllowBrowser: true });
  return client;
}

function Select({ label, name, choices }: { label: string; name: string; choices: Choice[] }) {
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
