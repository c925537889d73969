/** Fields of a call as the service has them. */
import { CopyButton, Panel } from "../../ui/page.tsx";
import { RawValue } from "../../ui/raw-value.tsx";
import { visibleJson } from "../journal/code/literal.ts";

/** The fields of an object or of a list, or any other value; nothing when there are none. */
export function Fields({ title, value }: { title: string; value: unknown }) {
  if (value === null || value === undefined) return null;
  const entries = typeof value === "object" ? Object.entries(value) : [["", value] as const];
  if (entries.length === 0) return null;
  return (
    <Panel title={title}>
      <dl className="divide-y divide-line">
        {entries.map(([name, field]) => (
          <div key={name} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-3 px-4 py-2">
            <dt className="text-muted break-words">{name}</dt>
            <dd className="min-w-0 break-words">
              <RawValue value={field} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** A text to copy, as it was sent. */
function Code({ title, text }: { title: string; text: string }) {
  return (
    <Panel title={title} actions={<CopyButton text={text} label={`Copy: ${title}`} />}>
      <code className="block px-4 py-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap">{text}</code>
    </Panel>
  );
}

/** The fields that a call was created with. They identify a call whose creation is uncertain. */
export function CreationFields({ audioUrl, udfs }: { audioUrl: string | undefined; udfs: object | null | undefined }) {
  return (
    <>
      {audioUrl && <Code title="Recording" text={audioUrl} />}
      {Object.keys(udfs ?? {}).length > 0 && <Code title="User-defined fields" text={visibleJson(udfs, 2)} />}
    </>
  );
}
