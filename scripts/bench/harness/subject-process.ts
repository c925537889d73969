/** The process of one subject: makes its work once, and repeats it as often as each message says. */
import type { Cost, SubjectMaker } from "./subject.ts";

const [modulePath = "", name = ""] = process.argv.slice(2);
const { subjects } = (await import(modulePath)) as { subjects: Record<string, SubjectMaker> };
const work = await subjects[name]?.();
if (!work) throw new Error(`${modulePath} has no subject "${name}".`);

process.on("message", async (count: number) => process.send?.(await costOf(work, count)));

async function costOf(run: () => unknown, count: number): Promise<Cost> {
  globalThis.gc?.();
  const heapBefore = process.memoryUsage().heapUsed;
  const cpuBefore = process.cpuUsage();
  const startMs = performance.now();
  for (let done = 0; done < count; done += 1) await run();
  const wallMicroseconds = (performance.now() - startMs) * 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const allocatedBytes = process.memoryUsage().heapUsed - heapBefore;
  return { cpuMicroseconds: user + system, wallMicroseconds, allocatedBytes };
}
