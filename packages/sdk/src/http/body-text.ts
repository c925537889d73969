/** Longest part of an error's body that is kept, in characters. */
const longestErrorText = 2 ** 18;

/**
 * As much of an error's body as comes, up to a limit. The status says what happened, so a body that breaks
 * off is no failure of its own.
 */
export async function readErrorText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  // Some runtimes' responses have no stream.
  if (!reader) return response.text().catch(() => "");
  const decoder = new TextDecoder();
  let text = "";
  try {
    while (text.length < longestErrorText) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // What came before is kept.
  }
  // Frees the connection of a body that has not ended.
  reader.cancel().catch(() => {});
  return text.slice(0, longestErrorText);
}

/** Gives up a body that nobody will read, so that its connection is free again. */
export function discardBody(response: Response): void {
  response.body?.cancel().catch(() => {});
}
