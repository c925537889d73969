/** The error for a failure of `fetch`. It quotes the runtime's own words. */
import { ConnectionError } from "../errors.js";
import type { Redactor } from "./redact.js";

/** A chain of causes may be circular. */
const longestChain = 8;

type Failure = Partial<Record<"code" | "syscall" | "message" | "cause" | "errors", unknown>>;

export function connectionError(
  what: string,
  failure: unknown,
  { redactor, requestSent }: { redactor: Redactor; requestSent: boolean },
): ConnectionError {
  const found = requestSent ? "the connection broke" : "the service could not be reached";
  const message = `${what}: ${found} (${redactor.text(reasonOf(failure))}). Check the URL and the network.`;
  return new ConnectionError(message, { cause: redactor.cause(failure), requestSent });
}

/** The innermost message and the code. */
function reasonOf(failure: unknown): string {
  const chain = chainOf(failure);
  const words = chain.map(({ message }) => message).filter((message) => typeof message === "string" && message !== "");
  const code = chain.find((link) => typeof link.code === "string")?.code;
  const reason = String(words.at(-1) ?? code ?? "no reason was given");
  return code === undefined || reason.includes(String(code)) ? reason : `${reason}, ${code}`;
}

/** A failure and its causes, from any realm. */
export function chainOf(failure: unknown): Failure[] {
  const chain: Failure[] = [];
  for (let link = failure as Failure; typeof link === "object" && link !== null; link = link.cause as Failure) {
    if (chain.push(link) >= longestChain) break;
  }
  return chain;
}
