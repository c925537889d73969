import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MockService } from "@call-analysis/mock";
import { onTestFinished } from "vitest";
import type { Recording } from "../src/queues.ts";

/**
 * Makes recordings with the keys `r0000`, `r0001` …, which are also in their `udfs`, so that the service's calls show
 * them. All share one file, which is gone when the test has ended.
 */
export async function recordingsFor(service: MockService): Promise<(count: number) => Recording[]> {
  const folder = await mkdtemp(join(tmpdir(), "bulk-queue-recordings-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "call.wav");
  await writeFile(path, "the bytes of a recording");
  const [agent] = service.db.agents.list();
  const [category] = service.db.categories.list();
  const ids = { memberId: `${agent?.id}`, categoryId: `${category?.id}` };
  return (count) =>
    Array.from({ length: count }, (_, index) => {
      const key = `r${String(index).padStart(4, "0")}`;
      return { key, path, ...ids, udfs: { key } };
    });
}

/** The keys of the recordings whose calls exist, once for each call. */
export function createdKeys(service: MockService): string[] {
  return service.db.calls.list().map(({ udfs }) => String(udfs?.key));
}
