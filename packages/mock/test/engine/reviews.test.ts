import type { Analysis } from "@call-analysis/sdk";
import { schemas } from "@call-analysis/sdk/schemas";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { simulateAnalysis } from "../../src/engine/analysis.js";
import type { ReviewedCategory, Sentences } from "../../src/engine/configuration.js";
import { callInput, demoCategories, demoCategory } from "./call-input.js";
import { ownCategory } from "./own-categories.js";
import { contradictions, flawsIn, type Review, textsOf, timesIn } from "./review-checks.js";

const agents = ["Asha Verma", "Rohan Iyer", "Meera Nair", "Imran Shaikh"];

const criteriaOf = ({ analysisPointers }: ReviewedCategory) => analysisPointers.flatMap(({ criterias }) => criterias);

const resultsOf = ({ sections }: Analysis) =>
  new Map(sections.flatMap(({ criterias }) => criterias).map(({ criteriaId, result }) => [criteriaId, result]));

/** Whether a text is one of the sentences, whatever its placeholders stand for. */
function isOneOf(sentences: Sentences | undefined, text: string): boolean {
  return (sentences ?? []).some((sentence) => {
    const parts = sentence.split(/\{[^}]*\}/).map((part) => part.replace(/[.?*+()[\]\\|^$]/g, "\\$&"));
    return new RegExp(`^${parts.join(".*")}$`).test(text);
  });
}

/** Texts that take for granted what an outcome, or an answer in the same call, denies. */
const impossibleTexts: readonly { of: string; is: string; never: RegExp }[] = [
  { of: "crit_part_payment", is: "Not applicable", never: /smaller figure|would be possible\?|“any amount”/ },
  { of: "crit_part_payment", is: "Not applicable", never: /wants to think first|didn't want to decide/ },
  { of: "crit_amount", is: "No", never: /[Aa]sked for all of it at|pay all of it/ },
  { of: "crit_no_pressure", is: "No", never: /(?:Asha|Rohan|Meera|Imran) will call/ },
  { of: "crit_escalation", is: "Partially", never: /(?:Nothing on|Didn't say) what (?:comes|happens) next/ },
  { of: "crit_current_process", is: "No", never: /without one question/ },
  { of: "crit_pain_point", is: "Yes", never: /never worked it out/ },
  { of: "outcome", is: "Not interested", never: /Skipped the recap|[Rr]ecapped|[Rr]ecap \(|summed up|[Rr]ecap and/ },
  {
    of: "outcome",
    is: "Technician visit scheduled",
    never: /Nothing to escalate|passed on|No other team|Router set-up/,
  },
];

/** Each of the demo's categories 200 times, in calls of all lengths; one in eleven has the outcome that is not applicable. */
const demo: Review[] = demoCategories.flatMap((category) =>
  Array.from({ length: 200 }, (_, index) => {
    const durationSeconds = index % 10 === 0 ? 1 + (index % 14) : 20 + ((index * 37) % 1_400);
    const request = { ...callInput().request, memberId: `mem_${index % 4}` };
    const outcomeLabel = category.possibleOutcomes.find(({ isNotApplicable }) => isNotApplicable)?.label;
    const analysisOverrides = index % 11 === 0 ? { outcomeLabel } : null;
    const call = { category, durationSeconds, recordingHash: `call-${index}`, request, analysisOverrides };
    return {
      category,
      durationSeconds,
      ...simulateAnalysis(callInput({ ...call, agentName: `${agents[index % 4]}` })),
    };
  }),
);

describe("in 600 analyses of the demo", () => {
  test("nothing contradicts what the outcome implies, and every outcome implies something", () => {
    for (const { possibleOutcomes } of demoCategories) {
      for (const { implies } of possibleOutcomes) expect(Object.keys(implies ?? {}).length).toBeGreaterThan(0);
    }
    expect(demo.flatMap(contradictions)).toEqual([]);
    expect(new Set(demo.map(({ analysis }) => analysis.outcomeLabel)).size).toBe(18);
  });

  test("no text of a call is there twice", () => {
    for (const review of demo) expect(new Set(textsOf(review)).size).toBe(textsOf(review).length);
  });

  test("no sentence is broken", () => {
    expect(demo.flatMap(textsOf).flatMap(flawsIn)).toEqual([]);
  });

  test("no rationale repeats its question or its result, and no other text does", () => {
    for (const review of demo) {
      const { analysis } = review;
      for (const { question, rationale } of analysis.sections.flatMap(({ criterias }) => criterias)) {
        expect(rationale).not.toContain(question.replace("?", ""));
        expect(rationale).not.toMatch(/^(?:Yes|No|Partially|Not applicable)\b[:,–]/);
      }
      const others = [review.summary, ...(analysis.callObservations as string[]), analysis.outcomeRationale].join(" ");
      expect(others).not.toMatch(/Did the agent|\?”|\d+(?:\.5)? (?:of \d+ )?points?\b|\d\/\d/);
    }
  });

  test("the moments that are named lie within the call, and those of the rationales ascend", () => {
    for (const review of demo) {
      const { durationSeconds, analysis } = review;
      for (const time of textsOf(review).flatMap(timesIn)) expect(time).toBeLessThanOrEqual(durationSeconds);
      const rationales = analysis.sections.flatMap(({ criterias }) => criterias.map(({ rationale }) => rationale));
      const times = rationales.flatMap(timesIn);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
    }
  });

  test("a success is clear once it is done; any other outcome before the closing, or right after what it hangs on", () => {
    const counts = { success: 0, failure: 0, after: 0 };
    for (const { category, durationSeconds, analysis } of demo) {
      // The lengths that the fake draws: everything has its time in these.
      const leastPauseSeconds = durationSeconds < 120 ? 0 : 5;
      const outcome = category.possibleOutcomes.find(({ label }) => label === analysis.outcomeLabel);
      const { isNotApplicable, isSuccess, clearAfter, implies = {} } = outcome ?? {};
      const [seconds] = timesIn(analysis.outcomeRationale);
      if (isNotApplicable || seconds === undefined) continue;
      const closing = analysis.sections.at(-1)?.criterias ?? [];
      const all = analysis.sections.flatMap(({ criterias }) => criterias);
      const isDone = ({ criteriaId, result }: (typeof all)[number]) =>
        criteriaId in implies && ["Yes", "Partially"].includes(result);
      const place = all.findIndex(({ criteriaId }) => criteriaId === clearAfter);
      const last = place >= 0 ? place : all.length - closing.length - 1;
      const done = isSuccess && place < 0 ? all.findLastIndex(isDone) : -1;
      const clear = Math.max(last, done) + 1;
      for (const time of all.slice(0, clear).flatMap(({ rationale }) => timesIn(rationale)))
        expect(seconds).toBeGreaterThanOrEqual(time);
      for (const time of all.slice(clear).flatMap(({ rationale }) => timesIn(rationale)))
        expect(time - seconds).toBeGreaterThanOrEqual(leastPauseSeconds);
      counts[place >= 0 ? "after" : isSuccess ? "success" : "failure"] += 1;
    }
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(20);
  });

  test("advice is about what is essential first, then what lost most; of one section at most two pieces", () => {
    let harmed = 0;
    for (const { category, analysis } of demo) {
      const outcome = category.possibleOutcomes.find(({ label }) => label === analysis.outcomeLabel);
      const results = resultsOf(analysis);
      const lost = ({ criteriaId }: { criteriaId: string }) =>
        ["No", "Partially"].includes(`${results.get(criteriaId)}`);
      const advice = analysis.areasForImprovement as string[];
      const advised = advice.flatMap((text) => criteriaOf(category).filter((each) => isOneOf(each.advice, text)));
      const ofOutcome = advice.filter((text) => isOneOf(outcome?.advice, text));
      expect(advised.length + ofOutcome.length).toBe(advice.length);
      expect(advised.filter((each) => !lost(each))).toEqual([]);
      const isEssentialMiss = ({ isEssential, criteriaId }: (typeof advised)[number]) =>
        isEssential === true && results.get(criteriaId) === "No";
      const weight = ({ isEssential, criteriaId }: (typeof advised)[number]) =>
        ["No", "Partially"].indexOf(`${results.get(criteriaId)}`) - (isEssential ? 2 : 0);
      const shareOf = ({ criteriaId }: { criteriaId: string }) => {
        const { score = 0, totalScore = 0 } =
          analysis.sections.find(({ criterias }) => criterias.some((each) => each.criteriaId === criteriaId)) ?? {};
        return score / totalScore;
      };
      const ranks = advised.map((each) => weight(each) + shareOf(each) / 2);
      expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
      let possible = 0;
      for (const { criterias } of category.analysisPointers) {
        const own = criterias.filter(lost).length;
        possible += Math.min(2, own);
        expect(advised.filter((each) => criterias.includes(each)).length).toBeLessThanOrEqual(2);
      }
      const isOfOutcome = outcome?.advice !== undefined && possible > 0;
      expect(advice).toHaveLength(Math.min(4, possible + (isOfOutcome ? 1 : 0)));
      const essential = Math.min(4, advised.filter(isEssentialMiss).length);
      if (isOfOutcome && essential < 4) expect(advice.indexOf(`${ofOutcome[0]}`)).toBe(essential);
      if (essential > 0) harmed += 1;
    }
    expect(harmed).toBeGreaterThan(50);
  });

  test("an essential criterion that was missed has one of the first observations, and its section no other", () => {
    let harmed = 0;
    for (const { category, analysis } of demo) {
      const results = resultsOf(analysis);
      const observations = analysis.callObservations as string[];
      const essential = criteriaOf(category).filter(({ isEssential }) => isEssential);
      const lost = essential.filter(({ criteriaId }) => results.get(criteriaId) === "No");
      expect(observations.length).toBeLessThanOrEqual(Math.max(4, lost.length));
      for (const { observation } of essential.filter((each) => !lost.includes(each)))
        expect(observations.filter((text) => isOneOf(observation, text))).toEqual([]);
      for (const [place, criterion] of lost.entries()) {
        const text = `${observations[place]}`;
        expect(isOneOf(criterion.observation, text), text).toBe(true);
        harmed += 1;
      }
      for (const { criterias, observations: { well, badly } = {} } of category.analysisPointers) {
        if (!criterias.some((each) => lost.includes(each))) continue;
        for (const text of observations) expect(isOneOf([...(well ?? []), ...(badly ?? [])], text), text).toBe(false);
      }
    }
    expect(harmed).toBeGreaterThan(100);
  });

  test("a call is assessed however short it is, unless its outcome is not applicable", () => {
    const lengths = { assessed: [] as number[], others: [] as number[] };
    for (const { category, durationSeconds, analysis } of demo) {
      const outcome = category.possibleOutcomes.find(({ label }) => label === analysis.outcomeLabel);
      const isAssessed = [...resultsOf(analysis).values()].some((result) => result !== "Not applicable");
      expect(isAssessed).toBe(!outcome?.isNotApplicable);
      expect(isAssessed).toBe(analysis.sections.some(({ totalScore }) => totalScore > 0));
      lengths[isAssessed ? "assessed" : "others"].push(durationSeconds);
    }
    expect([Math.min(...lengths.assessed), Math.max(...lengths.others) > 45]).toEqual([1, true]);
  });

  test("an assessed call is observed to have gone well or badly in something, whatever its score", () => {
    for (const { analysis } of demo) {
      if (analysis.sections.some(({ totalScore }) => totalScore > 0)) expect(analysis.callObservations).not.toEqual([]);
    }
  });

  test("no text takes for granted what the outcome or an answer denies", () => {
    const denied = demo.flatMap((review) => {
      const facts = resultsOf(review.analysis).set("outcome", review.analysis.outcomeLabel);
      const refuted = impossibleTexts.filter(({ of, is }) => facts.get(of) === is);
      return textsOf(review).filter((text) => refuted.some(({ never }) => never.test(text)));
    });
    expect(denied).toEqual([]);
  });
});

test.each([
  ["crit_next_step", "met", "missed"],
  ["crit_budget", "notApplicable", "met"],
] as const)(
  "a planted contradiction is found: %s is implied as %s, and comes out as %s",
  (criteriaId, implied, result) => {
    const sales = demoCategory("Sales qualification");
    const possibleOutcomes = sales.possibleOutcomes.map((outcome) => ({
      ...outcome,
      implies: { [criteriaId]: result },
    }));
    const { analysis, summary } = simulateAnalysis(callInput({ category: { ...sales, possibleOutcomes } }));
    const planted = sales.possibleOutcomes.map((outcome) => ({ ...outcome, implies: { [criteriaId]: implied } }));
    const review = { category: { ...sales, possibleOutcomes: planted }, durationSeconds: 312, analysis, summary };
    expect(contradictions(review)).toEqual([`${criteriaId} is ${result}, and must be ${implied}`]);
  },
);

test.each([
  "two  spaces.",
  "A {time} that is left.",
  "An end..",
  "No end",
  "lower case.",
  "Word .",
  "Asha saw the 1 earlier calls.",
])("a planted flaw is found: %j", (text) => {
  expect(flawsIn(text)).not.toEqual([]);
});

test("in 200 categories of one's own, in three languages, reviews are whole, and quote what they do not understand", () => {
  fc.assert(
    fc.property(
      ownCategory,
      fc.integer({ min: 0, max: 5_400 }),
      fc.string(),
      (category, durationSeconds, recordingHash) => {
        const result = simulateAnalysis(callInput({ category, durationSeconds, recordingHash }));
        const review = { category, durationSeconds, ...result };
        expect(schemas.Analysis.safeParse(result.analysis).error).toBeUndefined();
        expect(textsOf(review).flatMap(flawsIn)).toEqual([]);
        for (const text of textsOf(review)) expect(text.length).toBeLessThan(420);
        for (const time of textsOf(review).flatMap(timesIn)) expect(time).toBeLessThanOrEqual(durationSeconds);
        const criteria = result.analysis.sections.flatMap(({ criterias }) => criterias);
        const rationales = criteria.map(({ rationale }) => rationale);
        expect(new Set(rationales).size).toBe(rationales.length);
        for (const { question, rationale } of criteria) {
          const isQuoted = rationale.includes(`“${question.slice(0, 60)}`);
          expect(isQuoted || /\bdid (?:not )?[a-z]/.test(rationale), rationale).toBe(true);
        }
      },
    ),
    { numRuns: 200 },
  );
});
