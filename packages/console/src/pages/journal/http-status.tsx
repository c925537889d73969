import { Badge, type Tone } from "../../ui/status.tsx";

/** A status of HTTP, or that there was no response. */
export function HttpStatus({ status }: { status: number | null }) {
  return <Badge tone={toneOf(status)}>{status ?? "no response"}</Badge>;
}

function toneOf(status: number | null): Tone {
  if (status === null || status >= 500) return "bad";
  if (status >= 400) return "warn";
  return status < 300 ? "good" : "neutral";
}
