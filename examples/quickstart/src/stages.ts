import type { FlowEvent } from "@call-analysis/sdk";

/** Prints one line for each thing that happens on a recording's way. */
export function showStage(event: FlowEvent): void {
  console.log(`${event.type.padEnd(10)} ${detailOf(event)}`);
}

function detailOf(event: FlowEvent): string {
  switch (event.type) {
    case "granting":
      return `asking where to put ${event.filename} (${event.contentType})`;
    case "uploading":
      return `${Math.round(event.sizeBytes / 1024)} KiB to the signed address`;
    case "uploaded":
      return event.publicUrl;
    case "creating":
      return "sending the call, once";
    case "created":
      return `call ${event.callId}, ${event.status}`;
    case "polling":
      return `reading ${event.poll}: ${event.status}`;
    case "retrying":
      return `${event.stage} failed, attempt ${event.attempt + 1} in ${Math.round(event.pauseMs)} ms`;
    case "completed":
      return `call ${event.callId}`;
  }
}
