/** The part of a form that says which requests, or which calls, something is about. */
import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useConnection } from "../connection/connection.ts";
import { agentsQuery, categoriesQuery } from "../data/queries.ts";
import { Button, IconButton } from "../ui/button.tsx";
import type { Choice } from "../ui/choice.tsx";
import { SelectField, TextField } from "../ui/form-fields.tsx";
import { type FormProblems, FormValueError, jsonOf } from "./form-problems.ts";

/** A field and the value that it must have, as it was entered. */
export interface MatchRow {
  key: string;
  field: string;
  text: string;
}

/** The match that was entered; undefined when it names nothing. @throws {FormValueError} when a value cannot be sent */
export function matchOf(rows: readonly MatchRow[]): Record<string, unknown> | undefined {
  const entries = rows.map(({ field, text }) => [field, matchValue(field, text)] as const);
  const twice = rows.find(({ field }, index) => rows.findIndex((other) => other.field === field) < index);
  if (twice) throw new FormValueError(`match.${twice.field}`, "is there twice");
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function matchValue(field: string, text: string): unknown {
  if (field === "udfs") return jsonOf(text, "match.udfs");
  if (text === "") throw new FormValueError(`match.${field}`, "needs a value");
  return text;
}

/** The paths that problems of these rows are shown at. */
export function matchPaths(rows: readonly MatchRow[]): string[] {
  return rows.map(({ field }) => `match.${field}`);
}

/** Chooses fields and their values. */
export function MatchFields({
  fields,
  rows,
  onChange,
  problems,
  takesOtherFields = false,
}: {
  /** The fields that there are. */
  fields: readonly string[];
  rows: readonly MatchRow[];
  onChange: (rows: readonly MatchRow[]) => void;
  problems: FormProblems;
  /** Whether other fields can be named too, such as those of a prospect. */
  takesOtherFields?: boolean;
}) {
  const free = fields.find((field) => rows.every((row) => row.field !== field));
  const add = () => onChange([...rows, { key: crypto.randomUUID(), field: free ?? fields[0] ?? "", text: "" }]);
  const change = (changed: MatchRow) => onChange(rows.map((row) => (row.key === changed.key ? changed : row)));
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="sr-only">Fields that must match</legend>
      {rows.map((row) => (
        <MatchRowFields
          key={row.key}
          row={row}
          fields={fields}
          isFree={takesOtherFields}
          problem={problems.at(`match.${row.field}`)}
          onChange={change}
          onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
      <div>
        <Button isSmall icon={<Plus size={13} aria-hidden />} onClick={add}>
          {rows.length === 0 ? "Only those with a field…" : "Another field"}
        </Button>
      </div>
    </fieldset>
  );
}

function MatchRowFields({
  row,
  fields,
  isFree,
  problem,
  onChange,
  onRemove,
}: {
  row: MatchRow;
  fields: readonly string[];
  isFree: boolean;
  problem: string | undefined;
  onChange: (row: MatchRow) => void;
  onRemove: () => void;
}) {
  const choices = fields.map((field) => ({ value: field, label: field }));
  const field = { label: "Field", value: row.field, onChange: (name: string) => onChange({ ...row, field: name }) };
  const isJson = row.field === "udfs";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2rem] sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_2rem] items-start gap-2">
      {isFree ? <TextField {...field} suggestions={choices} isCode /> : <SelectField {...field} choices={choices} />}
      <TextField
        label={isJson ? "Is, as JSON" : "Is"}
        value={row.text}
        onChange={(text) => onChange({ ...row, text })}
        suggestions={useSuggestions(row.field)}
        problem={problem}
        placeholder={isJson ? '{ "vip": true }' : ""}
        isCode
      />
      <IconButton
        label="Remove this condition"
        icon={<X size={14} aria-hidden />}
        className="mt-5.5"
        onClick={onRemove}
      />
    </div>
  );
}

/** The values that a field can have here. Another value may be entered too. */
function useSuggestions(field: string): Choice[] {
  const connection = useConnection();
  const agents = useQuery({ ...agentsQuery(connection), enabled: field === "memberId" || field === "id" });
  const categories = useQuery({ ...categoriesQuery(connection), enabled: field === "categoryId" });
  const named = (rows: readonly { id: string; name: string }[] | undefined) =>
    (rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
  switch (field) {
    case "memberId":
    case "id":
      return named(agents.data);
    case "categoryId":
      return named(categories.data);
    case "organizationId":
      return named(connection.organizations);
    case "campaign_id":
      return named(connection.organization.campaigns);
    default:
      return [];
  }
}

/** A match as it is listed. */
export function MatchText({ match }: { match: object | undefined }) {
  const entries = Object.entries(match ?? {});
  if (entries.length === 0) return null;
  return (
    <ul className="flex min-w-0 flex-wrap gap-1.5" aria-label="Fields that must match">
      {entries.map(([field, value]) => (
        <li key={field} className="max-w-full rounded border border-line bg-canvas px-1.5 font-mono text-xs break-all">
          {field} = {typeof value === "string" ? value : JSON.stringify(value)}
        </li>
      ))}
    </ul>
  );
}
