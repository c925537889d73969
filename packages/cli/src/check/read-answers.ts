/**
 * Reads from the service what is compared with the contract, by GET alone, and within a minute whatever hangs. What keeps an
 * answer from being read is a gap. No text here has anything of an answer.
 */
import {
  type Answer,
  type Answers,
  isUsableId,
  type Read,
  type ReadOperation,
  readAnswer,
  type Service,
} from "@call-analysis/contract-tests/read-only";
import {
  type Gap,
  gapOfFailure,
  noAgent,
  noCall,
  noCategory,
  noCategoryId,
  timeIsOver,
  unknownCall,
  unknownCategory,
  unusableId,
} from "./gaps.js";

/** What is read. */
export interface Reading {
  service: Service;
  /** Undefined for the first of the list. */
  categoryId: string | undefined;
  callIds: readonly string[];
  /** Whether the ids are those that the command line names. */
  areNamed: boolean;
  /** How long all requests may take together, in milliseconds. */
  totalMs: number;
  /** The pause before a second attempt, in milliseconds. */
  pauseMs?: number | undefined;
}

/** What is not read after a key that is refused. */
const otherOperations: readonly ReadOperation[] = ["listCategories", "getCategory", "getCallAnalysis"];

/** How many calls are read at once. */
const callsAtOnce = 4;

/** What was read, and what could not be. */
export interface ReadAnswers extends Pick<Reading, "callIds"> {
  answers: Answers;
  gaps: Gap[];
}

/** Reads both lists, one category and the calls. After a key that is refused it reads nothing more. */
export async function readAnswers(reading: Reading): Promise<ReadAnswers> {
  const { service, categoryId, callIds, areNamed, totalMs, pauseMs } = reading;
  const gaps: Gap[] = [];
  const endsAtMs = performance.now() + totalMs;
  let isKeyRefused = false;
  const agents = await read({ operation: "listAgents" });
  if (isKeyRefused) {
    const ofOthers = gaps.flatMap((gap) => otherOperations.map((operation) => ({ ...gap, operation })));
    return { answers: { calls: [] }, gaps: [...gaps, ...ofOthers], callIds };
  }
  if (agents && isEmptyList(agents)) gaps.push(noAgent);
  const [ofCategories, calls] = await Promise.all([readCategories(), readCalls()]);
  if (callIds.length === 0) gaps.push(noCall);
  return { answers: { agents, ...ofCategories, calls }, gaps, callIds };

  /**
   * @param options.unknown what a 404 means, where the id may be wrong; by default, that the service departs
   * @param options.ofCall the position of the call, from 1
   */
  async function read(
    asked: Pick<Read, "operation" | "id">,
    { unknown, ofCall = {} }: { unknown?: Gap | undefined; ofCall?: { call?: number } } = {},
  ): Promise<Answer | undefined> {
    const { operation } = asked;
    const missed = (gap: Gap) => void gaps.push({ ...gap, operation, ...ofCall });
    const leftMs = endsAtMs - performance.now();
    if (leftMs <= 0) return missed(timeIsOver);
    const limits = { timeoutMs: totalMs / 5, deadlineMs: Math.min(leftMs, 0.45 * totalMs), pauseMs };
    const result = await readAnswer(service, { ...asked, ...limits });
    if ("reason" in result) {
      isKeyRefused ||= result.kind === "refused";
      return missed(gapOfFailure(operation, result));
    }
    return result.status === 404 && unknown ? missed(unknown) : { ...result, operation, ...ofCall };
  }

  async function readCategories(): Promise<Pick<Answers, "categories" | "category" | "categoryId">> {
    const categories = await read({ operation: "listCategories" });
    const id = categoryId ?? firstIdOf(categories);
    if (id === undefined) {
      const ofList = gaps.find(({ operation }) => operation === "listCategories");
      if (ofList) gaps.push({ ...ofList, operation: "getCategory" });
      // Of an answer that is no list, a finding says that there was nothing to ask by.
      else if (categories?.status === 200 && Array.isArray(dataOf(categories)))
        gaps.push(isEmptyList(categories) ? noCategory : noCategoryId);
      return { categories };
    }
    const unknown = categoryId === undefined ? undefined : unknownCategory;
    const [first] = idsOf(categories);
    if (categoryId === undefined && isText(first) && first !== id) gaps.push(unusableId);
    const category = await read({ operation: "getCategory", id }, { unknown });
    return { categories, category, categoryId: id };
  }

  async function readCalls(): Promise<Answers["calls"]> {
    const results: { answer: Answer; callId: string }[] = [];
    const waiting = callIds.entries();
    const worker = async () => {
      for (const [index, callId] of waiting) {
        const unknown = unknownCall({ isNamed: areNamed });
        const answer = await read(
          { operation: "getCallAnalysis", id: callId },
          { unknown, ofCall: { call: index + 1 } },
        );
        if (answer) results[index] = { answer, callId };
      }
    };
    await Promise.all(Array.from({ length: callsAtOnce }, worker));
    return results.filter(Boolean);
  }
}

function dataOf(answer: Answer | undefined): unknown {
  return Reflect.get(Object(answer?.json), "data");
}

function isEmptyList(answer: Answer | undefined): boolean {
  const data = dataOf(answer);
  return Array.isArray(data) && data.length === 0;
}

/** The id of the first row that has one; undefined when the list has none that can be asked for. */
function firstIdOf(answer: Answer | undefined): string | undefined {
  return idsOf(answer).filter(isText).find(isUsableId);
}

function idsOf(answer: Answer | undefined): unknown[] {
  const data = dataOf(answer);
  return Array.isArray(data) ? data.map((row: unknown) => Reflect.get(Object(row), "id")) : [];
}

function isText(id: unknown): id is string {
  return typeof id === "string";
}
