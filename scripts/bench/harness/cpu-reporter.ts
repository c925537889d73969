/** Loaded into a server before its own code: tells the CPU time of its process whenever it is asked over IPC. */

/** Told apart by its name: some programs send further messages when they have a parent. */
export interface CpuReport {
  cpuMicroseconds: number;
}

process.on("message", () => {
  const { user, system } = process.cpuUsage();
  const report: CpuReport = { cpuMicroseconds: user + system };
  process.send?.(report);
});
// A program that has ended its work shall end, listener or not.
process.channel?.unref();
