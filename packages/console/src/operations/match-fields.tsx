/** The part of a form that says which requests, or which calls, something is about. */
import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useConnection } from "../connection/connection.ts";
import { agentsQuery, categoriesQuery } from "../data/queries.ts";
import { Button, IconButton } from "../ui/button.tsx";
import type { Choice } from "../ui/choice.tsx";
import { SelectField, TextField } from "../ui/form-fields.tsx";
import { FormValueError, jsonOf } from "../ui/form-problems.ts";
import type { FormState } from "../ui/use-form.ts";
import { isJsonField } from "./operations.ts";

/** A field and the value that it must have, as it was entered. */
export interface MatchRow {
  key: string;
  field: string;
  text: string;
  /** Whether the text is JSON, as for a field whose value is no text. */
  isJson: boolean;
}

/** The match that was entered; undefined when it names nothing. @throws {FormValueError} when a value cannot be sent */
export function matchOf(rows: readonly MatchRow[]): Record<string, unknown> | undefined {
  const entries = rows.map((row) => [row.field, matchValue(row)] as const);
  const twice = rows.find(({ field }, index) => rows.findIndex((other) => other.field === field) < index);
  if (twice) throw new FormValueError(pathOf(twice), "is used twice");
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function matchValue(row: MatchRow): unknown {
  if (row.isJson) return jsonOf(row.text, pathOf(row));
  if (row.text === "") throw new FormValueError(pathOf(row), "needs a value");
  return row.text;
}

/** The rows of a match. */
export function rowsOf(match: object = {}): MatchRow[] {
  return Object.entries(match).map(([field, value]) => {
    const isJson = typeof value !== "string";
    return { key: crypto.randomUUID(), field, text: isJson ? JSON.stringify(value) : value, isJson };
  });
}

function pathOf({ field }: Pick<MatchRow, "field">): string {
  return `when.match.${field}`;
}

/** Chooses fields and their values. */
export function MatchFields({
  fields,
  rows,
  onChange,
  at,
  takesOtherFields = false,
}: {
  /** The fields that there are. */
  fields: readonly string[];
  rows: readonly MatchRow[];
  onChange: (rows: readonly MatchRow[]) => void;
  at: FormState["at"];
  /** Whether other fields can be named too, such as those of a prospect. */
  takesOtherFields?: boolean;
}) {
  const free = fields.find((field) => rows.every((row) => row.field !== field));
  const add = () => onChange([...rows, { key: crypto.randomUUID(), ...rowFor(free ?? fields[0] ?? ""), text: "" }]);
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
          problem={at(pathOf(row))}
          onChange={change}
          onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
      <div>
        <Button isSmall icon={<Plus size={13} aria-hidden />} onClick={add}>
          {rows.length === 0 ? "Only requests with a field…" : "Another field"}
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
  const suggestions = useSuggestions(row.field);
  const named = suggestions.find(({ value }) => value === row.text);
  const field = { label: "Field", value: row.field, onChange: (name: string) => onChange({ ...row, ...rowFor(name) }) };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2rem] sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_2rem] items-start gap-2">
      {isFree ? <TextField {...field} suggestions={choices} isCode /> : <SelectField {...field} choices={choices} />}
      <TextField
        label={row.isJson ? "Value, as JSON" : "Value"}
        value={row.text}
        onChange={(text) => onChange({ ...row, text })}
        suggestions={suggestions}
        hint={named?.label}
        problem={problem}
        placeholder={row.field === "udfs" ? '{ "vip": true }' : ""}
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

function rowFor(field: string): Pick<MatchRow, "field" | "isJson"> {
  return { field, isJson: isJsonField(field) };
}

/** The values that a field can have here, with their names. Another value may be entered too. */
function useSuggestions(field: string): Choice[] {
  const connection = useConnection();
  const isAgent = field === "memberId" || field === "id";
  const agents = useQuery({ ...agentsQuery(connection), enabled: isAgent }).data ?? [];
  const categories = useQuery({ ...categoriesQuery(connection), enabled: field === "categoryId" }).data ?? [];
  const { organizations, organization } = connection;
  const rows = isAgent
    ? agents
    : ({ categoryId: categories, organizationId: organizations, campaign_id: organization.campaigns }[field] ?? []);
  return rows.map(({ id, name }) => ({ value: id, label: name }));
}

/** A match as it is listed. What has a name is called by it. */
export function MatchText({ match = {} }: { match: object | undefined }) {
  const entries = Object.entries(match);
  if (entries.length === 0) return null;
  return (
    <ul className="flex min-w-0 flex-wrap gap-1.5" aria-label="Fields that must match">
      {entries.map(([field, value]) => (
        <MatchFieldText key={field} field={field} text={typeof value === "string" ? value : JSON.stringify(value)} />
      ))}
    </ul>
  );
}

function MatchFieldText({ field, text }: { field: string; text: string }) {
  const named = useSuggestions(field).find(({ value }) => value === text);
  return (
    <li title={named && text} className="max-w-full rounded border border-line bg-canvas px-1.5 text-xs wrap-anywhere">
      <span className="font-mono">{field}</span> = {named ? named.label : <span className="font-mono">{text}</span>}
    </li>
  );
}
