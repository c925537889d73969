import { vi } from "vitest";

/** Lets the client take this runtime for another one, by its `process.versions`, until globals are no longer stubbed. */
export function stubRuntime(versions: Record<string, string | undefined>): void {
  const get = (target: object, name: string | symbol) =>
    name === "versions" ? versions : Reflect.get(target, name, target);
  vi.stubGlobal("process", new Proxy(process, { get }));
}
