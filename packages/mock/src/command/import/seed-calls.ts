/**
 * Turns completed calls into calls of a seed file: structure, scores, labels, results and times to the letter. Nothing
 * else of them gets there, but their rationales when the user asks for them.
 */
import { defaultPolicies } from "../../core/policies.js";
import { parseCallDate } from "../../domain/call-dates.js";
import type { CallSeed, CategorySeed } from "../../domain/seed-data.js";
import {
  type GivenAnalysis,
  type GivenCriterion,
  type GivenMetadata,
  type GivenSection,
  givenAnalysisSchema,
  givenMetadataSchema,
} from "../../engine/given-analysis.js";
import { CallCategories } from "./call-categories.js";
import { InventedAgents } from "./invented-agents.js";
import { knownPart, unknownName } from "./known-part.js";
import { RationaleCollection } from "./rationales.js";
import type { ReadCall } from "./read-calls.js";
import type { ReadOrganization } from "./read-organization.js";

/** The data of a seed file, and what is to be told about it. */
export interface SeedWithCalls {
  data: Required<Pick<ReadOrganization["data"], "agents" | "categories">> & { calls: CallSeed[] };
  /** Where calls have fields that nobody knows, and values that are no dates, each place once. */
  leftOut: string[];
}

/** Fields of analyses and metadata that are never taken from there, which is said of all files. */
const neverTaken: ReadonlySet<string> = new Set([
  "outcomeRationale",
  "callObservations",
  "areasForImprovement",
  "extractions",
  "rationale",
  "summary",
  "audioUrl",
  "udfs",
]);

/** The texts of a category that may say anything, and what of it may be a rule about anything. */
const freeTexts = new Set(["description", "intendedPurpose", "additionalLLMContext", "expression"]);

/** The seed data of an organization and its calls. With `texts`, the categories keep their own and get rationales. */
export function seedWithCalls(
  { data }: ReadOrganization,
  calls: readonly ReadCall[],
  { texts }: { texts: boolean },
): SeedWithCalls {
  const leftOut = new Set<string>();
  const named = calls.map((call) => call.named);
  const agents = new InventedAgents(data.agents, named);
  // They were known to be rows of categories, and stay so.
  const kept = texts ? data.categories : (data.categories.map(withoutFreeTexts) as CategorySeed[]);
  const categories = new CallCategories(kept);
  const rationales = new RationaleCollection(leftOut);
  const addresses = new Map<string, string>();
  const options = { place: "calls[].analysis", leftOut, neverTaken };
  const seeds = calls.map(({ named: { callId, categoryId, ...call }, completed }): CallSeed => {
    const analysis = knownPart(givenAnalysisSchema, completed.analysis, options) as GivenAnalysis;
    const category = categories.of({ categoryId, analysis });
    if (texts) rationales.add(completed.analysis, category);
    const address = String(completed.metadata.audioUrl ?? callId);
    if (!addresses.has(address)) addresses.set(address, `https://recordings.example.com/${addresses.size + 1}.wav`);
    return {
      id: callId,
      memberId: agents.memberOf({ callId, ...call }),
      categoryId: category.id,
      audio_url: addresses.get(address) ?? "",
      analysis: withoutKnown(analysis, category),
      metadata: timesOf(completed.metadata, leftOut),
    };
  });
  return {
    data: { agents: agents.rows, categories: rationales.addTo(categories.rows), calls: seeds },
    leftOut: [...leftOut],
  };
}

/** The times of a call. What is neither a date nor a number might be about people. */
function timesOf(metadata: object, leftOut: Set<string>): GivenMetadata {
  const entries = Object.entries(metadata).flatMap(([name, value]) => {
    const isKnown = Object.hasOwn(givenMetadataSchema.shape, name);
    const isKept = isKnown && isTime(value) && givenMetadataSchema.safeParse({ [name]: value }).success;
    if (!isKept && !neverTaken.has(name)) leftOut.add(`calls[].metadata.${isKnown ? name : unknownName}`);
    return isKept ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

function isTime(value: unknown): boolean {
  if (typeof value !== "string") return value === null || typeof value === "number";
  return parseCallDate(value, defaultPolicies.zonelessDateOffset) !== undefined;
}

/** Without the names and questions that the category has too: a file of many calls is a third as large. */
function withoutKnown(analysis: GivenAnalysis, { analysisPointers = [] }: CategorySeed): GivenAnalysis {
  if (!analysis.sections) return analysis;
  const sections = analysis.sections.map(({ sectionName, ...section }): GivenSection => {
    const pointer = analysisPointers.find(
      ({ sectionId }) => sectionId !== undefined && sectionId === section.sectionId,
    );
    const criterias = section.criterias?.map(({ question, ...criterion }): GivenCriterion => {
      // The fake looks a criterion up by its id, and takes the first one.
      const own = pointer?.criterias?.find(({ criteriaId }) => criteriaId === criterion.criteriaId);
      const isSame = own?.criteriaId !== undefined && own.question === question;
      return isSame || question === undefined ? criterion : { question, ...criterion };
    });
    return {
      ...(sectionName !== undefined && pointer?.sectionName !== sectionName && { sectionName }),
      ...section,
      ...(criterias && { criterias }),
    };
  });
  return { ...analysis, sections };
}

/** A value without the free texts in it, at any depth. */
function withoutFreeTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFreeTexts);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(
    ([name]) => !freeTexts.has(name) && !(name === "icon" && isPlace(value)),
  );
  return Object.fromEntries(entries.map(([name, item]) => [name, name === "hint" ? "" : withoutFreeTexts(item)]));
}

/** Whether the icon of a category is an address, a file or a text, and no name. */
function isPlace({ icon }: { icon?: unknown }): boolean {
  return /[\s/\\.:@]/.test(String(icon));
}
