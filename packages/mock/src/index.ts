/** A fake of the whole Call Analysis Service, in memory. */
export type { Addresses } from "./addresses.js";
export type { Clock, ClockOption } from "./clock.js";
export type { Database, DatabaseTable } from "./database.js";
export type { EngineControls, InspectedCall } from "./domain/engine-controls.js";
export type { EngineRule } from "./domain/engine-rules.js";
export type { OrganizationKeys } from "./domain/organizations.js";
export type { PartialAnalysis, PartialCriterion, PartialSection } from "./engine/partial-analysis.js";
export type { Progression } from "./engine/timeline.js";
export type {
  BodyFault,
  Fault,
  FaultControls,
  FaultEffect,
  FaultScope,
  LognormalLatency,
  NetworkFault,
  StatusFault,
  UploadFault,
} from "./faults/fault.js";
export type {
  OrganizationSeed,
  Scenario,
  ScenarioChoice,
  ScenarioContext,
  ScenarioName,
} from "./fixtures/scenarios.js";
export type { Gate } from "./gates.js";
export type { JournalBody, JournalEntry, JournalMatch } from "./journal/entry.js";
export type { Har, HarEntry } from "./journal/har.js";
export type { JournalLimits } from "./journal/journal-limits.js";
export { JournalWaitError } from "./journal/nearest-misses.js";
export type { JournalWaitOptions, RequestJournal } from "./journal/request-journal.js";
export type { Match } from "./match.js";
export { type OperationName, operationNames } from "./operation.js";
export type { MockServiceOptions } from "./options.js";
export type {
  ContractOperation,
  Override,
  OverrideOptions,
  OverrideRequest,
  Resolver,
} from "./overrides/resolver.js";
export { defaultPolicies, type Policies } from "./policies.js";
export type { Answer, Delivery, Incoming } from "./routes/exchange.js";
export {
  type ClientOptions,
  createMockService,
  type MockService,
} from "./service.js";
export type { SeedData } from "./service-state.js";
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
export type { CallSnapshot, OrganizationSnapshot, RecordingSnapshot, Snapshot } from "./state/snapshot.js";
