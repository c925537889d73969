/** A failure of `fetch` and its causes. For servers only: in pages a failure has no cause. */

/** A chain of causes may be circular. */
const longestChain = 8;

type Failure = Partial<Record<"code" | "syscall" | "message" | "cause" | "errors", unknown>>;

/** The innermost message and the code. */
export function reasonOf(failure: unknown): string {
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
