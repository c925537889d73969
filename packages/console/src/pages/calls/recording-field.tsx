/** The recording: a file that is dropped or chosen. */
import { FileAudio, Upload, X } from "lucide-react";
import { type DragEvent, useState } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { type ControlAttributes, Field } from "../../ui/form-fields.tsx";
import { sizeText } from "../../ui/format.ts";
import { sampleRecording } from "./sample-recording.ts";

/** The field. */
export function RecordingField({
  file,
  problem,
  onFile,
}: {
  file: File | null;
  problem: string | undefined;
  onFile: (file: File | null) => void;
}) {
  return (
    <Field label="Recording" problem={problem}>
      {(attributes) =>
        file ? (
          <ChosenFile file={file} onRemove={() => onFile(null)} />
        ) : (
          <DropZone attributes={attributes} onFile={onFile} />
        )
      }
    </Field>
  );
}

function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  return (
    // As high as the zone that it takes the place of, so that the buttons below stay where they are.
    <div className="flex min-h-38 items-center gap-3 rounded-lg border border-line bg-canvas px-3 py-2.5">
      <FileAudio size={20} aria-hidden className="shrink-0 text-accent" />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{file.name}</p>
        <p className="text-xs text-muted">
          {sizeText(file.size)}
          {file.type && ` · ${file.type}`}
        </p>
      </div>
      <IconButton label="Remove the file" icon={<X size={15} aria-hidden />} onClick={onRemove} />
    </div>
  );
}

function DropZone({ attributes, onFile }: { attributes: ControlAttributes; onFile: (file: File) => void }) {
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onFile(dropped);
  };
  return (
    // Files can be chosen by the field inside; dropping is a second way.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={classNames(
        "flex min-h-38 flex-col items-center justify-center gap-3 rounded-lg border border-dashed px-4 py-6 text-center transition-colors",
        isOver
          ? "border-accent bg-accent-soft"
          : "border-control has-[input:focus-visible]:border-accent has-[input:focus-visible]:bg-accent-soft",
      )}
    >
      <Upload size={20} aria-hidden className="text-muted" />
      <p>
        <label htmlFor={attributes.id} className="cursor-pointer font-medium text-accent underline underline-offset-2">
          Choose an audio file
        </label>
        , or drop it here
      </p>
      <Button isSmall onClick={() => onFile(sampleRecording())}>
        Use a sample recording
      </Button>
      <input
        {...attributes}
        type="file"
        // The form comes after its dialog; and whoever has removed a file chooses another one.
        // biome-ignore lint/a11y/noAutofocus: see above
        autoFocus
        accept="audio/*,video/mp4,video/webm"
        className="sr-only"
        onChange={({ target }) => target.files?.[0] && onFile(target.files[0])}
      />
    </div>
  );
}
