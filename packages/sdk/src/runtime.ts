/** What the client must know of the runtime it is in. Asked when needed, never while the module loads. */

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

/** Whether this is a browser, where users of the page could read the key: a window with a document, or a worker. */
export function isBrowser(): boolean {
  if (globals.window?.document !== undefined) return true;
  return globals.navigator?.userAgent?.startsWith("Mozilla/") ?? false;
}

/** Such as `node/24.21.0`; undefined where it cannot be told. */
export function runtimeName(): string | undefined {
  const versions = globals.process?.versions;
  const name = ["bun", "deno", "node"].find((candidate) => versions?.[candidate]);
  return name ? `${name}/${versions?.[name]}` : undefined;
}

/** A module that is built into the runtime, without an import that a bundler for browsers would follow. */
export function builtinModule<T>(name: string): T | undefined {
  // The caller's type names the members of the module that it uses.
  return globals.process?.getBuiltinModule?.(name) as T | undefined;
}

/** With which API the runtime can send a stream with a Content-Length; undefined where it cannot. */
export function sizedStreams(): "fetch" | "node:http" | undefined {
  const versions = globals.process?.versions;
  if (isBrowser() || versions?.node === undefined) return undefined;
  // Deno's own fetch sends every stream in chunks.
  return versions.deno === undefined ? "fetch" : "node:http";
}
