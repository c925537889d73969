/** A fake of the whole Call Analysis Service, in memory. */
export type { Addresses } from "./core/addresses.js";
export { MockServiceError } from "./core/mock-service-error.js";
export type { OperationName } from "./core/operations.js";
export type { Policies } from "./core/policies.js";
export type { EngineControls, InspectedCall } from "./domain/engine-controls.js";
export type { Progression } from "./engine/call-status.js";
export type { PartialAnalysis } from "./engine/partial-analysis.js";
export type { JournalEntry, JournalMatch } from "./journal/entry.js";
export type { RequestJournal } from "./journal/journal.js";
export { JournalWaitError } from "./journal/waiters.js";
export type { MockServiceOptions } from "./options.js";
export type { CallMatch, Match } from "./rules/match.js";
export type { RuleDefinition, RuleEffects } from "./rules/rule.js";
export type { Rule, RuleControls } from "./rules/rules.js";
export type { EngineRule, Fault, FaultControls, Gate } from "./rules/shorthands.js";
export type { Resolver } from "./rules/use.js";
export type { Scenario, ScenarioName } from "./scenarios/scenarios.js";
export type { SeedData } from "./scenarios/seed-schema.js";
export { createMockService, type MockClientOptions, type MockService } from "./service.js";
export type {
  AgentRow,
  CallRow,
  CampaignRow,
  CategoryRow,
  OrganizationRow,
  ProspectRow,
  UploadRow,
} from "./store/rows.js";
export type { OrganizationSnapshot, Snapshot } from "./store/snapshot.js";
export type { Database, DatabaseTable } from "./store/store.js";
