import type { Case } from "../case.ts";
import { agentCases } from "./agents.ts";
import { callAnalysisCases } from "./call-analysis.ts";
import { callCreationCases } from "./call-creation.ts";
import { callDateCases } from "./call-dates.ts";
import { callMetadataCases } from "./call-metadata.ts";
import { campaignCases } from "./campaigns.ts";
import { categoryCases } from "./categories.ts";
import { operationCases } from "./operations.ts";
import { requestCases } from "./requests.ts";
import { uploadCases } from "./uploads.ts";

/** Every case, in the order of the specification's endpoints. */
export const allCases: readonly Case[] = [
  ...requestCases,
  ...operationCases,
  ...agentCases,
  ...categoryCases,
  ...uploadCases,
  ...callCreationCases,
  ...callDateCases,
  ...callMetadataCases,
  ...callAnalysisCases,
  ...campaignCases,
];
