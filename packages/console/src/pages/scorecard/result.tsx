/** The result of a criterion: what is known to be good or bad news. */
import { Badge, type Tone } from "../../ui/status.tsx";

/** The results that are known to be good or bad news. The specification does not list the values. */
const resultTones: Readonly<Record<string, Tone>> = {
  yes: "good",
  no: "bad",
  partially: "warn",
  partial: "warn",
  well: "good",
  fairly: "warn",
  poorly: "bad",
  answered: "good",
  "partially answered": "warn",
  "not answered": "bad",
};

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
  return toneOf(result) === "bad";
}

function toneOf(result: string): Tone {
  const known = result.toLowerCase();
  return Object.hasOwn(resultTones, known) ? (resultTones[known] ?? "neutral") : "neutral";
}
