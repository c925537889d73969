/** `calls get` and `calls wait`. */
import { EventEmitter } from "node:events";
import { CallAnalysis } from "@call-analysis/sdk";
import { expect, test } from "vitest";
import { jsonLines, setUpFolder } from "./support/command.ts";

test("calls are shown and waited for, and an interrupted wait says how to go on", async () => {
  const { run, service, memberId, categoryId } = await setUpFolder();
  const client = new CallAnalysis(service.clientOptions());
  const input = { file: Buffer.from("RIFF....WAVE"), filename: "a.wav", memberId, categoryId };
  const { callId } = await client.calls.submitFile(input);
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
