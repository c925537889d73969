/** Loaded into a server before its own code: tells the CPU time of its process whenever it is asked over IPC. */
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicroseconds: user + system });
});
// A program that has ended its work shall end, listener or not.
process.channel?.unref();
