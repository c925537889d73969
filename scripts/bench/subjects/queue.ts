/** A batch of recordings through the queues of the example, and as many SET commands. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { addRecordings } from "../../../examples/bulk-queue/src/add-recordings.ts";
import { connect, countUnfinished, submitQueue, waitQueue } from "../../../examples/bulk-queue/src/queues.ts";
import { benchPath, rootPath } from "../harness/paths.ts";
import type { SubjectMaker } from "../harness/subject.ts";

/** Recordings, or commands, in one repetition. */
export const batchSize = 1_000;

const workerCount = 2;
const recording = rootPath("examples/quickstart/recordings/sales-call.wav");

export const subjects: Record<string, SubjectMaker> = { ours: wholeFlows, "a bare SET": bareCommands };

async function wholeFlows() {
  const workers = Array.from({ length: workerCount }, () => fork(benchPath("servers/queue-worker.ts")));
  await Promise.all(workers.map((worker) => once(worker, "message")));
  const redis = connect(process.env.REDIS_URL);
  const queues = [submitQueue(redis), waitQueue(redis)];
  let added = 0;
  return async () => {
    const recordings = Array.from({ length: batchSize }, (_, index) => recordingOf(added + index));
    added += await addRecordings(recordings, redis, { maxUnfinished: 2 * batchSize });
    while ((await countUnfinished(queues)) > 0) await pause(2);
    const created = await Promise.all(workers.map(creationsOf));
    const sum = created.reduce((all, count) => all + count, 0);
    if (sum !== added) throw new Error(`${added} recordings have made ${sum} calls.`);
  };
}

function recordingOf(number: number) {
  return {
    key: `recording-${number}`,
    path: recording,
    memberId: "mem_1",
    categoryId: "cat_1",
    udfs: { crmId: number },
  };
}

async function creationsOf(worker: ChildProcess): Promise<number> {
  worker.send("creations");
  const [count] = await once(worker, "message");
  return count;
}

async function bareCommands() {
  const redis = connect(process.env.REDIS_URL);
  return async () => {
    for (let index = 0; index < batchSize; index += 1) await redis.set("bare", index);
  };
}
