/** A fake of the whole Call Analysis Service, in memory. */
export type { Addresses } from "./addresses.js";
export type { Clock, ClockOption } from "./clock.js";
export type { Database, DatabaseTable } from "./database.js";
export type { OrganizationKeys } from "./domain/organizations.js";
export type { Progression } from "./engine/timeline.js";
export type { OrganizationSeed, ScenarioName } from "./fixtures/scenarios.js";
export type { MockServiceOptions } from "./options.js";
export { defaultPolicies, type Policies } from "./policies.js";
export type { Answer, Incoming } from "./routes/exchange.js";
export {
  type ClientOptions,
  createMockService,
  type EngineControls,
  type MockService,
  type SeedData,
} from "./service.js";
export type {
  AgentRow,
  CallRow,
  CampaignRow,
  CategoryRow,
  OrganizationRow,
  ProspectRow,
  StoredRecording,
  UploadRow,
} from "./state/rows.js";
