/** Checks of the lists of agents and categories, and of what is in the head of every answer. */
import type { components } from "@call-analysis/sdk";
import { assert } from "../contract-violation.ts";
import { checksOf, type ListedCheck } from "./answer-check.ts";

type Agent = components["schemas"]["Agent"];
type Category = components["schemas"]["Category"];

/** Headers in which other services put a request's id. */
const otherRequestIds = ["request-id", "x-correlation-id", "x-amzn-requestid", "x-amzn-trace-id", "traceparent"];

/** @see the specification's section 2, Agent */
export const agentListChecks = checksOf<readonly Agent[]>("listAgents", [
  {
    name: "every agent of the list has a unique id",
    tag: "documented",
    statements: ["2.agent.id"],
    place: "data[].id",
    check: (agents) => assert(haveUniqueIds(agents), "Every id is in the list once."),
  },
  {
    name: "the agents of the list are the oldest first",
    tag: "assumed",
    statements: ["4.lists"],
    place: "data[].createdAt",
    check(agents, observe) {
      const moments = agents.map(({ createdAt }) => Date.parse(createdAt));
      const areOldestFirst = moments.every((moment, index) => moment >= (moments[index - 1] ?? moment));
      const observed = areOldestFirst ? "oldest first" : "another order";
      observe({ assumption: "list-paging", expected: "oldest first", observed });
    },
  },
  {
    name: "an agent's image is an address below images.example.com",
    tag: "assumed",
    statements: ["2.agent.image"],
    place: "data[].image",
    check(agents, observe) {
      const areKnown = agents.every(({ image }) => image.startsWith("https://images.example.com/"));
      const observed = areKnown ? "below images.example.com" : "elsewhere";
      observe({ assumption: "agent-image", expected: "below images.example.com", observed });
    },
  },
]);

/** @see the specification's section 2, Category */
export const categoryListChecks = checksOf<readonly Category[]>("listCategories", [
  {
    name: "every category of the list has a unique id",
    tag: "documented",
    statements: ["4.GET /categories", "2.category.id"],
    place: "data[].id",
    check: (categories) => assert(haveUniqueIds(categories), "Every category is in the list once."),
  },
]);

/** What every answer has in its head. */
export const headerChecks: readonly ListedCheck<Headers>[] = [
  {
    name: "every response has an id in x-request-id",
    tag: "assumed",
    statements: ["4.json.responses"],
    place: "header x-request-id",
    check(headers, observe) {
      const name = ["x-request-id", ...otherRequestIds].find((candidate) => headers.get(candidate));
      const observed = name === undefined ? "in no usual header" : `in ${name}`;
      observe({ assumption: "request-id", expected: "in x-request-id", observed });
    },
  },
];

function haveUniqueIds(rows: readonly { id: string }[]): boolean {
  return new Set(rows.map(({ id }) => id)).size === rows.length;
}
