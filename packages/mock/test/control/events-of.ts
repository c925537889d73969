import { expect } from "vitest";

/** Reads server-sent events one by one, from the time at which the client is connected; at the end of them undefined. */
export async function eventsOf(url: string) {
  const { status, headers, body } = await fetch(`${url}/__mock__/events`);
  expect([status, headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  const reader = (body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const nextBlock = async () => {
    while (!text.includes("\n\n")) {
      const { value, done } = await reader.read();
      if (done) return undefined;
      text += value;
    }
    const [block = ""] = text.split("\n\n");
    text = text.slice(block.length + 2);
    return block;
  };
  expect(await nextBlock()).toBe(": connected");
  return async () => {
    const [, event, data = ""] = /^event: (.*)\ndata: (.*)$/.exec((await nextBlock()) ?? "") ?? [];
    return event === undefined ? undefined : { event, data: JSON.parse(data) };
  };
}
