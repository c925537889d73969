/** Repeats the work of one side, and prints what one repetition costs. Arguments: module, side, warm-up and count. */
const [modulePath = "", side = "", warmUp = "", count = ""] = process.argv.slice(2);

/** Makes the work to repeat. A module exports one for each side. */
export type Sides = Record<string, () => Promise<() => unknown>>;

const { sides } = (await import(modulePath)) as { sides: Sides };
const work = await sides[side]?.();
if (!work) throw new Error(`${modulePath} has no side "${side}".`);
for (let done = 0; done < Number(warmUp); done += 1) await work();
const repetitions = Math.ceil(Number(count) * Number(process.env.BENCH_EFFORT));
globalThis.gc?.();
const heapBefore = process.memoryUsage().heapUsed;
const cpuBefore = process.cpuUsage();
const startMs = performance.now();
for (let done = 0; done < repetitions; done += 1) await work();
const wallMicroseconds = (performance.now() - startMs) * 1_000;
const { user, system } = process.cpuUsage(cpuBefore);
const allocatedBytes = process.memoryUsage().heapUsed - heapBefore;
const costs = { cpuMicroseconds: user + system, wallMicroseconds, allocatedBytes };
console.log(JSON.stringify(costs, (_name, cost) => (typeof cost === "number" ? cost / repetitions : cost)));
process.exit();
