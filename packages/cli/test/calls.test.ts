/** `calls get` and `calls wait`. */
import { EventEmitter } from "node:events";
import { Writable } from "node:stream";
import { CallAnalysis } from "@call-analysis/sdk";
import { expect, onTestFinished, test } from "vitest";
import { jsonLines, setUpFolder } from "./support/command.ts";

test("calls are shown and waited for, and an interrupted wait says how to go on", async () => {
  const { run, service, memberId, categoryId } = await setUpFolder();
  const client = new CallAnalysis(service.clientOptions());
  const { callId } = await client.calls.submitFile({
    file: Buffer.from("RIFF....WAVE"),
    filename: "a.wav",
    memberId,
    categoryId,
  });
  expect((await run(["calls", "get", callId], { columns: 80 })).stdout).toMatch(new RegExp(`^Call +${callId}\n`));
  expect((await run(["calls", "wait", callId], { columns: 80 })).stdout).toMatch(/^FILE +STATUS/);
  const waited = await run(["calls", "wait", callId, callId, "--json"]);
  expect(jsonLines(waited.stdout)).toEqual([expect.objectContaining({ ok: true, callId, status: "completed" })]);
  const signals = new EventEmitter();
  const gate = service.hold("getCallAnalysis");
  const running = run(["calls", "wait", callId], { signals });
  await gate.reached();
  signals.emit("SIGINT");
  const { exitCode, stderr } = await running;
  gate.release();
  expect(exitCode).toBe(130);
  expect(stderr).toContain(`call-analysis calls wait ${callId}`);
});

test("400 calls are waited for while stdout is read slowly, without a warning", async () => {
  const { run, service, memberId, categoryId } = await setUpFolder();
  const client = new CallAnalysis(service.clientOptions({ fast: true }));
  const call = await client.calls.analyzeFile({
    file: Buffer.from("RIFF....WAVE"),
    filename: "a.wav",
    memberId,
    categoryId,
  });
  service.use("getCallAnalysis", ({ params: { callId } }) => ({ data: { ...call, callId } }) as never);
  const ids = Array.from({ length: 400 }, (_, index) => `call_${index}`);
  const warnings: string[] = [];
  const warn = (warning: Error) => warnings.push(warning.name);
  process.on("warning", warn);
  onTestFinished(() => void process.off("warning", warn));
  let written = "";
  const stdout = new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, done) {
      written += chunk;
      setImmediate(done);
    },
  });
  expect(await run(["calls", "wait", ...ids, "--json"], { stdout })).toMatchObject({ exitCode: 0 });
  expect(new Set(jsonLines(written).map((line) => line.callId)).size).toBe(400);
  expect(warnings).toEqual([]);
});
