/** A fake of the whole Call Analysis Service, in memory. */
export type { Addresses } from "./core/addresses.js";
export type { Clock, ClockOption } from "./core/clock.js";
export { type FieldProblem, MockServiceError, type MockServiceErrorKind } from "./core/mock-service-error.js";
export { type OperationName, operationNames } from "./core/operations.js";
export { defaultPolicies, type Policies } from "./core/policies.js";
export type { EngineControls, InspectedCall } from "./domain/engine-controls.js";
export type { OrganizationKeys } from "./domain/organizations.js";
export type { AgentSeed, CampaignSeed, CategorySeed, SectionSeed, SeedRows } from "./domain/seed-data.js";
export type { Progression } from "./engine/call-status.js";
export type { PartialAnalysis, PartialCriterion, PartialSection } from "./engine/partial-analysis.js";
export type { JournalBody, JournalEntry, JournalField, JournalMatch } from "./journal/entry.js";
export type { Har, HarEntry } from "./journal/har.js";
export type { JournalOptions, RequestJournal } from "./journal/journal.js";
export { JournalWaitError, type JournalWaitOptions } from "./journal/waiters.js";
export type { MockServiceOptions } from "./options.js";
export type { EngineRule, EngineRuleControls, ListedEngineRule } from "./rules/end.js";
export type { EngineRuleDefinition } from "./rules/end-definition.js";
export type { BodyFault, NetworkFault, StatusFault } from "./rules/fail.js";
export type {
  Fault,
  FaultEffect,
  FaultSelector,
  FaultSequence,
  FaultStep,
  InjectedFault,
  UploadFault,
} from "./rules/fault-definition.js";
export type { FaultControls } from "./rules/faults.js";
export type { Gate } from "./rules/gates.js";
export type { CallMatch, Match } from "./rules/match.js";
export type { ContractOperation, Override, OverrideOptions, OverrideRequest, Resolver } from "./rules/respond.js";
export type { RuleEffect } from "./rules/rule-form.js";
export type { Rule, RuleChange, RuleControls } from "./rules/rule-list.js";
export type { LognormalLatency } from "./rules/slow.js";
export type { Scenario, ScenarioChoice, ScenarioName } from "./scenarios/scenarios.js";
export type { SeedData } from "./scenarios/seed-schema.js";
export {
  type ClientChoice,
  createMockService,
  type MockClientOptions,
  type MockService,
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
} from "./store/rows.js";
export type { CallSnapshot, LeftOut, OrganizationSnapshot, RecordingSnapshot, Snapshot } from "./store/snapshot.js";
export type { Database, DatabaseTable } from "./store/store.js";
export { UniqueKeyError } from "./store/table.js";
