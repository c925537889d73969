import { generatedCases } from "../generated/generated-cases.ts";
import { agentAssumptionCases } from "./agent-assumptions.ts";
import { agentDeletionCases } from "./agent-deletion.ts";
import { agentRegistrationCases } from "./agent-registration.ts";
import { agentUpdateCases } from "./agent-update.ts";
import { analysisAssumptionCases } from "./analysis-assumptions.ts";
import { authenticationCases } from "./authentication.ts";
import { callAnalysisCases } from "./call-analysis.ts";
import { callAssumptionCases } from "./call-assumptions.ts";
import { callCreationCases } from "./call-creation.ts";
import { callDateCases } from "./call-dates.ts";
import { callMetadataCases } from "./call-metadata.ts";
import { campaignCases } from "./campaigns.ts";
import type { Case } from "./case.ts";
import { categoryCases } from "./categories.ts";
import { organizationScopeCases } from "./organization-scope.ts";
import { recordingAssumptionCases } from "./recording-assumptions.ts";
import { requestCases } from "./requests.ts";
import { uploadAssumptionCases } from "./upload-assumptions.ts";
import { uploadCases } from "./uploads.ts";

/** Every statement about the service, in the order of the specification's endpoints. */
export const allCases: readonly Case[] = [
  ...requestCases,
  ...authenticationCases,
  ...organizationScopeCases,
  ...agentRegistrationCases,
  ...agentUpdateCases,
  ...agentDeletionCases,
  ...agentAssumptionCases,
  ...categoryCases,
  ...uploadCases,
  ...uploadAssumptionCases,
  ...callCreationCases,
  ...callDateCases,
  ...callMetadataCases,
  ...callAnalysisCases,
  ...callAssumptionCases,
  ...recordingAssumptionCases,
  ...analysisAssumptionCases,
  ...campaignCases,
  ...generatedCases,
];
