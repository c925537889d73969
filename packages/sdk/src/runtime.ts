/** What the core may know of where it runs: asked when needed, never while the module loads. */

interface Globals {
  process?: {
    env?: Record<string, string | undefined>;
    versions?: Record<string, string | undefined>;
    getBuiltinModule?: (name: string) => unknown;
  };
  window?: { document?: unknown };
  navigator?: { userAgent?: string };
}

const globals = globalThis as Globals;

/** An environment variable where there is an environment; empty counts as not set. */
export function environmentVariable(name: string): string | undefined {
  try {
    return globals.process?.env?.[name]?.trim() || undefined;
  } catch {
    // Deno throws without the permission to read the environment.
    return undefined;
  }
}

/** Whether keys would be open to the page's users: a window with a document, or a browser's worker. */
export function isBrowser(): boolean {
  if (globals.window?.document !== undefined) return true;
  return globals.navigator?.userAgent?.startsWith("Mozilla/") ?? false;
}

/** Such as `node/24.21.0`; undefined where nothing tells. */
export function runtimeName(): string | undefined {
  const versions = globals.process?.versions;
  const name = ["bun", "deno", "node"].find((candidate) => versions?.[candidate]);
  return name ? `${name}/${versions?.[name]}` : undefined;
}

/** A module that is built into the runtime, without an import that a browser's bundler would follow. */
export function builtinModule<T>(name: string): T | undefined {
  // The caller names the part of the module's interface that it uses.
  return globals.process?.getBuiltinModule?.(name) as T | undefined;
}

/** How the runtime can send a stream with its Content-Length; undefined where it cannot. */
export function sizedStreams(): "fetch" | "node:http" | undefined {
  const versions = globals.process?.versions;
  if (isBrowser() || versions?.node === undefined) return undefined;
  // Deno's own fetch sends every stream in chunks.
  return versions.deno === undefined ? "fetch" : "node:http";
}
