/** Where a recording comes from: a file that is dropped or chosen, or the microphone. */
import { FileAudio, Mic, Square, Upload, X } from "lucide-react";
import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { positionText, sizeText } from "../../ui/format.ts";
import { type MicrophoneRecording, recordMicrophone } from "./microphone.ts";

/** The field. */
export function RecordingField({ file, onFile }: { file: File | null; onFile: (file: File | null) => void }) {
  const [problem, setProblem] = useState<string>();
  if (file) return <ChosenFile file={file} onRemove={() => onFile(null)} />;
  return (
    <div>
      <DropZone onFile={onFile} onProblem={setProblem} />
      {problem && (
        <p role="alert" className="mt-2 text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}

function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  return (
    // As high as the zone that it takes the place of, so that the buttons below stay where they are.
    <div className="flex min-h-38 items-center gap-3 rounded-lg border border-line bg-canvas px-3 py-2.5">
      <FileAudio size={20} aria-hidden className="shrink-0 text-accent" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{file.name}</p>
        <p className="text-xs text-muted">
          {sizeText(file.size)}
          {file.type && ` · ${file.type}`}
        </p>
      </div>
      <IconButton label="Remove the file" icon={<X size={15} aria-hidden />} onClick={onRemove} />
    </div>
  );
}

interface SourceProps {
  onFile: (file: File) => void;
  onProblem: (problem: string | undefined) => void;
}

function DropZone({ onFile, onProblem }: SourceProps) {
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
      <FileField onFile={onFile} />
      <Recorder onFile={onFile} onProblem={onProblem} />
    </div>
  );
}

function FileField({ onFile }: Pick<SourceProps, "onFile">) {
  const id = useId();
  return (
    <>
      <Upload size={20} aria-hidden className="text-muted" />
      <p>
        <label htmlFor={id} className="cursor-pointer font-medium text-accent underline underline-offset-2">
          Choose an audio file
        </label>
        , or drop it here
      </p>
      <input
        id={id}
        type="file"
        // The form comes after its dialog; and whoever has removed a file chooses another one.
        // biome-ignore lint/a11y/noAutofocus: see above
        autoFocus
        accept="audio/*,video/mp4,video/webm"
        className="sr-only"
        onChange={({ target }) => target.files?.[0] && onFile(target.files[0])}
      />
    </>
  );
}

function Recorder({ onFile, onProblem }: SourceProps) {
  const recording = useRef<MicrophoneRecording>(undefined);
  const [startedMs, setStartedMs] = useState<number>();
  useEffect(() => () => recording.current?.cancel(), []);
  const start = async () => {
    onProblem(undefined);
    try {
      recording.current = await recordMicrophone();
      setStartedMs(performance.now());
    } catch {
      onProblem("The microphone cannot be used. Allow it for this page, or choose a file.");
    }
  };
  const stop = async () => {
    setStartedMs(undefined);
    const file = await recording.current?.finish();
    recording.current = undefined;
    if (file) onFile(file);
    else onProblem("Nothing was recorded. Try again.");
  };
  if (startedMs === undefined)
    return (
      <Button isSmall icon={<Mic size={14} aria-hidden />} onClick={start}>
        Record
      </Button>
    );
  return (
    <Button isSmall variant="danger" icon={<Square size={12} aria-hidden fill="currentColor" />} onClick={stop}>
      Stop <Elapsed sinceMs={startedMs} />
    </Button>
  );
}

function Elapsed({ sinceMs }: { sinceMs: number }) {
  const [nowMs, setNowMs] = useState(sinceMs);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return <span className="tabular-nums">{positionText((nowMs - sinceMs) / 1_000)}</span>;
}
