import type { Case } from "../case.ts";
import { agentChangeCases } from "./agent-changes.ts";
import { agentRegistrationCases } from "./agent-registration.ts";
import { callAnalysisCases } from "./call-analysis.ts";
import { callCreationCases } from "./call-creation.ts";
import { callDateCases } from "./call-dates.ts";
import { callMetadataCases } from "./call-metadata.ts";
import { campaignCases } from "./campaigns.ts";
import { categoryCases } from "./categories.ts";
import { generatedCases } from "./generated-cases.ts";
import { organizationScopeCases } from "./organizations.ts";
import { requestCases } from "./requests.ts";
import { uploadCases } from "./uploads.ts";

/** Every case, in the order of the specification's endpoints. */
export const allCases: readonly Case[] = [
  ...requestCases,
  ...organizationScopeCases,
  ...agentRegistrationCases,
  ...agentChangeCases,
  ...categoryCases,
  ...uploadCases,
  ...callCreationCases,
  ...callDateCases,
  ...callMetadataCases,
  ...callAnalysisCases,
  ...campaignCases,
  ...generatedCases,
];
