/** Reads server-sent events from a response. `EventSource` cannot send the admin token. */
import type { JournalEntry } from "@call-analysis/mock";

/**
 * A request to the service, a change that was made through control, or news of the stream itself: it has begun, it has
 * ended, or the fake answers and refuses it. Events in between were missed.
 */
export type ControlEvent =
  | { type: "connected" }
  | { type: "disconnected" }
  | { type: "refused" }
  | { type: "entry"; entry: JournalEntry }
  | { type: "change"; method: string; path: string };

/** The events of a stream, in their order. Comments and unknown events are skipped. */
export async function* readServerSentEvents(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<ControlEvent> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      text += next.value;
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) yield* parseBlock(block);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function* parseBlock(block: string): Generator<ControlEvent> {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
  const data = field("data");
  if (data === undefined) return;
  // The fake writes one journal entry, or one change, for each event of these names.
  if (field("event") === "entry") yield { type: "entry", entry: JSON.parse(data) as JournalEntry };
  if (field("event") === "change") yield { type: "change", ...(JSON.parse(data) as { method: string; path: string }) };
}
