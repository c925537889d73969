import { must } from "../departure.ts";
import { isRefusal } from "../exchange/exchange.ts";
import type { Case } from "./case.ts";

const mebibyte = 1_048_576;

/** What holds for requests of any operation. @see the specification's sections 7 to 9 */
export const requestCases: readonly Case[] = [
  {
    name: "the external interface's address ends with the version segment v1",
    tag: "documented",
    operation: "listAgents",
    source: "section 9",
    async run({ client, target }) {
      must(/\/v1$/.test(target.baseUrl), "The base address ends with v1.");
      await client.ask("listAgents");
    },
  },
  {
    name: "a body that is no JSON is refused, and so is JSON that is no object",
    tag: "negative",
    operation: "createAgent",
    source: "section 4, Request and response bodies are JSON",
    async run({ client, observe }) {
      for (const text of ["", "{", "name=Asha", "null", "[]", '"text"', "7"]) {
        const { status } = await client.refused("createAgent", { text });
        const situation = "for another body";
        observe({ assumption: "external-errors", expected: `400 ${situation}`, observed: `${status} ${situation}` });
      }
    },
  },
  {
    name: "a method that a path does not have is refused",
    tag: "negative",
    operation: "listAgents",
    source: "section 4, Agents",
    async run({ client, target, observe }) {
      const headers = { authorization: `Bearer ${target.apiKey}` };
      const answer = await client.exchange("listAgents", `${target.baseUrl}/agents`, { method: "PUT", headers });
      must(isRefusal(answer), "A method that is not shown is refused.", answer.status);
      const situation = "for another method";
      const observed = `${answer.status} ${situation}`;
      observe({ assumption: "external-errors", expected: `405 ${situation}`, observed });
    },
  },
  {
    name: "every answer has an id in x-request-id",
    tag: "assumed",
    operation: "listAgents",
    source: "section 4",
    async run({ client, observe }) {
      const { headers } = await client.send("listAgents");
      const observed = headers.get("x-request-id") ? "in x-request-id" : "not in x-request-id";
      observe({ assumption: "request-id", expected: "in x-request-id", observed });
    },
  },
  {
    name: "a JSON body of more than 1 MiB gets 413, and one that is nested too deep 400",
    tag: "destructive",
    operation: "createAgent",
    source: "section 8, request size limits",
    async run({ client, fresh, observe }) {
      const large = { name: "n".repeat(mebibyte), email: fresh.email() };
      const deep = `{"name":"n","email":"${fresh.email()}","deep":${"[".repeat(300)}${"]".repeat(300)}}`;
      const largeAnswer = await client.send("createAgent", { body: large });
      const deepAnswer = await client.send("createAgent", { text: deep });
      const observed = `${largeAnswer.status} and ${deepAnswer.status}`;
      observe({ assumption: "json-body-limit", expected: "413 and 400", observed });
    },
  },
];
