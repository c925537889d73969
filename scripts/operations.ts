/** The table of operations, for scripts: its source imports by names of built files, which Node does not find. */
import { importBundled } from "./import-bundled.ts";

const path = "packages/sdk/src/contract/operations.ts";

export type { Operation } from "../packages/sdk/src/contract/operations.ts";

export const { operations } = await importBundled<typeof import("../packages/sdk/src/contract/operations.ts")>(path);
