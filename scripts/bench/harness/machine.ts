import { cpus } from "node:os";

/** Where the numbers come from, for whoever compares them with others. */
export function describeMachine(): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? "unknown processor";
  return `Node ${process.versions.node}, ${process.platform}-${process.arch}, ${processors.length} × ${model}`;
}

/** Such as 2026-11-20. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
