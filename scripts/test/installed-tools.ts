import { join } from "node:path";
import { inject } from "vitest";
import "./packed-packages-setup.ts";

/** The path of a file of a tool that is installed beside the packed packages, such as `jest/bin/jest.js`. */
export function toolPath(path: string): string {
  return join(inject("packedPackages"), "tools/node_modules", path);
}
