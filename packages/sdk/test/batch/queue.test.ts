import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { AsyncQueue, Semaphore } from "../../src/batch/queue.js";

test("who stops waiting for a permit takes none from those who wait on", async () => {
  const permits = new Semaphore(1);
  const release = await permits.acquire();
  const left = new AbortController();
  void permits.acquire(left.signal);
  const next = permits.acquire();
  left.abort();
  release();
  expect(await Promise.race([next, setImmediate("waiting")])).toBeTypeOf("function");
});

test("a permit that is released twice is one permit", async () => {
  const permits = new Semaphore(1);
  const release = await permits.acquire();
  release();
  release();
  await permits.acquire();
  expect(await Promise.race([permits.acquire(), setImmediate("waiting")])).toBe("waiting");
});

test("what was added before anybody took is taken in its order, and then the end", async () => {
  const queue = new AsyncQueue<number>();
  queue.add(1);
  queue.add(2);
  queue.close();
  expect([await queue.take(), await queue.take(), await queue.take()]).toEqual([1, 2, undefined]);
});
