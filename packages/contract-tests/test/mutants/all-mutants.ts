import { acceptanceMutants } from "./acceptance-mutants.ts";
import { agentMutants } from "./agent-mutants.ts";
import { analysisMutants } from "./analysis-mutants.ts";
import { callMutants } from "./call-mutants.ts";
import { clientMutants } from "./client-mutants.ts";
import type { Mutant } from "./mutant.ts";
import { requestMutants } from "./request-mutants.ts";
import { responseMutants } from "./response-mutants.ts";
import { uploadMutants } from "./upload-mutants.ts";

/** Every mutant, of the fake and of the client. */
export const allMutants: readonly Mutant[] = [
  ...responseMutants,
  ...requestMutants,
  ...acceptanceMutants,
  ...agentMutants,
  ...uploadMutants,
  ...callMutants,
  ...analysisMutants,
  ...clientMutants,
];
