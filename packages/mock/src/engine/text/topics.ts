/** Finds what there is to remark on the subject of a question. */
import { contentTopics } from "./content-topics.js";
import { procedureTopics } from "./procedure-topics.js";
import type { Topic } from "./topic.js";

const topics = [...procedureTopics, ...contentTopics];

/** The subject of a question, or null when it is none of the usual ones. */
export function topicOf(question: string): Topic | null {
  const text = question.toLowerCase();
  return topics.find(({ pattern }) => pattern.test(text)) ?? null;
}
