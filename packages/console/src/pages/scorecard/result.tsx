/** The result of a criterion: what is known to be good or bad news. */
import { type Verdict, verdictOf } from "../../data/results.ts";
import { Badge, type Tone } from "../../ui/status.tsx";

const tones: Readonly<Record<Verdict, Tone>> = { met: "good", partly: "warn", missed: "bad" };

/** A criterion's result. An unknown one is shown as it is, uncoloured. */
export function Result({ result }: { result: string }) {
  return (
    <Badge tone={toneOf(result)} isOfService>
      {result}
    </Badge>
  );
}

/** Whether a result is known to be bad news. */
export function isMissed(result: string): boolean {
  return verdictOf(result) === "missed";
}

function toneOf(result: string): Tone {
  const verdict = verdictOf(result);
  return verdict === null ? "neutral" : tones[verdict];
}
