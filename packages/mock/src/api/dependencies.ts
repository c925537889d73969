/** What the routes share. */
import type { Agents } from "../domain/agents.js";
import type { Analyses } from "../domain/analyses.js";
import type { Calls } from "../domain/calls.js";
import type { DomainDependencies } from "../domain/dependencies.js";
import type { Recordings } from "../domain/recordings.js";
import type { UploadGrants } from "../domain/upload-grants.js";
import type { ResponseTexts } from "./route.js";

/** What the service's routes depend on. Those of each file of this folder take from it what they use. */
export interface RouteDependencies {
  /** For rules that are functions, and for reads of the store. */
  domain: DomainDependencies;
  agents: Agents;
  calls: Calls;
  analyses: Analyses;
  grants: UploadGrants;
  recordings: Recordings;
  texts: ResponseTexts;
}
