/** The rows of the table of docs/support.md, in their order. */
import type { Row } from "./row.ts";
import { bundlerRows } from "./rows/bundlers.ts";
import { nextRows } from "./rows/next.ts";
import { packageRows } from "./rows/packages.ts";
import { testToolRows } from "./rows/test-tools.ts";
import { typeScriptRows } from "./rows/typescript.ts";

export const rows: Row[] = [...packageRows, ...testToolRows, ...typeScriptRows, ...bundlerRows, ...nextRows];
