import { expect, test, vi } from "vitest";
import { settled, virtualInterface } from "../support/virtual-interface.ts";
import { useFakeTimersInEachTest } from "../support/virtual-time.ts";

useFakeTimersInEachTest();

const eight = [...Array(7).fill("processing"), "completed"];

/** When each poll was made, with this as every random number. */
async function readsWith(random: number, options = {}) {
  vi.spyOn(Math, "random").mockReturnValue(random);
  const { client, readsAtMs } = virtualInterface(...eight);
  await settled(client().calls.waitForAnalysis("call-1", { poll: options }));
  return readsAtMs;
}

test.each([
  [0, [2_000, 3_600, 6_000]],
  [1, [2_000, 4_400, 8_000]],
])(
  "by default jitter makes a pause up to a fifth longer or shorter, but not the first (%d)",
  async (random, expected) => {
    expect((await readsWith(random)).slice(0, 3)).toEqual(expected);
  },
);
