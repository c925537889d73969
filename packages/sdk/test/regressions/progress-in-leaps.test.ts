import { expect, test } from "vitest";
import { ProgressReport } from "../../src/upload/progress.js";

test("a runtime that tells of many MiB at once is told on MiB by MiB", () => {
  const mebibyte = 1024 * 1024;
  const sent: number[] = [];
  const report = new ProgressReport(5.5 * mebibyte, ({ sentBytes }) => sent.push(sentBytes / mebibyte));
  report.sent(0);
  report.sent(2.5 * mebibyte);
  report.done();
  expect(sent).toEqual([0, 1, 2, 2.5, 3.5, 4.5, 5.5]);
});
