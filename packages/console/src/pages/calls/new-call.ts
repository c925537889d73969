/** Creates a call as any client does: uploads the recording, creates the call, and waits for its analysis. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useConnection } from "../../connection/connection.ts";
import { agentsQuery, categoriesQuery } from "../../data/queries.ts";
import { FormValueError, jsonOf } from "../../ui/form-problems.ts";
import { sizeText } from "../../ui/format.ts";
import { useForm } from "../../ui/use-form.ts";

/** The form's values. */
interface NewCall {
  file: File | null;
  /** Undefined until one is chosen, null for one that was erased. */
  memberId: string | null | undefined;
  categoryId: string | null | undefined;
  /** Empty for today. */
  date: string;
  /** JSON, or empty for none. */
  udfs: string;
}

const empty: NewCall = { file: null, memberId: undefined, categoryId: undefined, date: "", udfs: "" };

/** The form of the dialog, which keeps what was entered while the dialog is closed, and what became of the last call. */
export function useNewCall() {
  const connection = useConnection();
  const { calls } = connection.client;
  const agents = useQuery(agentsQuery(connection));
  const categories = useQuery(categoriesQuery(connection));
  const [stage, setStage] = useState("");
  const [audioUrl, setAudioUrl] = useState("");
  const [createdId, setCreatedId] = useState<string>();
  /** In a fake it seldom matters who spoke, so the first of each is chosen until a person chooses others. */
  const suggested = <Value>(chosen: Value | undefined, [first]: readonly { id: string }[] = []) =>
    chosen === undefined ? (first?.id ?? null) : chosen;
  const form = useForm({
    initial: empty,
    async send({ file, date, udfs, ...chosen }: NewCall, signal) {
      const memberId = suggested(chosen.memberId, agents.data);
      const categoryId = suggested(chosen.categoryId, categories.data);
      if (!file) throw new FormValueError("file", "Choose a recording.");
      if (!memberId) throw new FormValueError("memberId", "Choose an agent.");
      if (!categoryId) throw new FormValueError("categoryId", "Choose a category.");
      const call = { memberId, categoryId, ...(date !== "" && { date }), udfs: udfs === "" ? {} : objectOf(udfs) };
      setStage("Uploading the recording…");
      const contentType = file.type || "application/octet-stream";
      return calls.submitFile(
        { file, filename: file.name, contentType, ...call },
        {
          signal,
          onProgress: ({ sentBytes }) =>
            setStage(`Uploading the recording: ${sizeText(sentBytes)} of ${sizeText(file.size)}…`),
          onEvent(event) {
            if (event.type === "uploaded") setAudioUrl(event.publicUrl);
            if (event.type === "creating") setStage("Creating the call…");
          },
        },
      );
    },
    onSent({ callId }) {
      setCreatedId(callId);
      // Each poll moves the call on. The list says how it ends, also once the dialog is closed.
      calls.waitForAnalysis(callId).catch(() => {});
    },
  });
  const { values } = form;
  return {
    form,
    agents,
    categories,
    memberId: suggested(values.memberId, agents.data),
    categoryId: suggested(values.categoryId, categories.data),
    stage,
    audioUrl,
    /** The call that was created last, until another one is begun. */
    createdId,
    begin() {
      if (createdId !== undefined) form.change(empty);
      setCreatedId(undefined);
    },
  };
}

/** @throws {FormValueError} when the text is no object in JSON */
function objectOf(json: string): Record<string, unknown> {
  const value = jsonOf(json, "udfs");
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new FormValueError("udfs", "must be an object in JSON");
}
