import { type Case, campaignOf, observeStatus } from "../case.ts";
import { caseOf } from "../checks/answer-check.ts";
import { headerChecks } from "../checks/list-checks.ts";
import { isRejection, isSuccess } from "../contract/response-check.ts";
import { assert } from "../contract-violation.ts";
import { sampleProspect } from "../steps/sample-request.ts";

const mebibyte = 1_048_576;

/** Rules for requests of any operation. @see the specification's sections 7 to 9 */
export const requestCases: readonly Case[] = [
  {
    name: "the external interface's base address ends with the version segment v1",
    tag: "documented",
    operation: "listAgents",
    statements: ["0.base-url"],
    async run({ client, target }) {
      assert(/\/v1$/.test(target.baseUrl), "The base address ends with v1.");
      await client.expectSuccess("listAgents");
    },
  },
  {
    name: "the campaign interface has nothing at a path without a version",
    tag: "negative",
    operation: "addProspect",
    statements: ["0.campaign-base-url"],
    needs: ["campaign"],
    async run(context) {
      // Behind msw, such an address may belong to handlers of others.
      if (context.target.name === "msw") return;
      const { apiKey, baseUrl, id } = campaignOf(context);
      const address = `${baseUrl}/campaigns/${encodeURIComponent(id)}/prospects-zap`;
      const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
      const body = JSON.stringify(sampleProspect(context));
      const response = await context.client.sendTo("addProspect", address, { method: "POST", headers, body });
      assert(isRejection(response), "A path without a version is rejected.", response.status);
    },
  },
  {
    name: "a body that is not a JSON object is rejected",
    tag: "negative",
    operation: "createAgent",
    statements: ["4.json.requests"],
    async run({ client, observe }) {
      for (const text of ["", "{", "name=Asha", "null", "[]", '"text"', "7"]) {
        const { status } = await client.expectRejection("createAgent", { text });
        observeStatus({ observe }, { assumption: "external-errors", expected: "400 for another body", status });
      }
    },
  },
  {
    name: "a method that the path does not support is rejected",
    tag: "negative",
    operation: "listAgents",
    statements: ["7.external"],
    async run({ client, observe }) {
      const response = await client.sendUnchecked("listAgents", { method: "PUT" });
      assert(isRejection(response), "A method that the path does not support is rejected.", response.status);
      const { status } = response;
      observeStatus({ observe }, { assumption: "external-errors", expected: "405 for another method", status });
    },
  },
  ...headerChecks.map((check) =>
    caseOf({ ...check, operation: "listAgents" }, async ({ client }) => (await client.send("listAgents")).headers),
  ),
  {
    name: "a JSON body needs no Content-Type",
    tag: "negative",
    operation: "createAgent",
    statements: ["4.json.requests"],
    async run({ client, target, unique, observe }) {
      const body = new TextEncoder().encode(JSON.stringify({ name: unique.name(), email: unique.email() }));
      const headers = { authorization: `Bearer ${target.apiKey}` };
      const response = await client.sendTo("createAgent", `${target.baseUrl}/agents`, {
        method: "POST",
        headers,
        body,
      });
      const observed = isSuccess(response) ? "not needed" : "needed";
      observe({ assumption: "request-content-type", expected: "not needed", observed });
    },
  },
  {
    name: "HEAD works where GET does",
    tag: "assumed",
    operation: "listAgents",
    statements: ["4.json.responses"],
    async run({ client, observe }) {
      const response = await client.sendUnchecked("listAgents", { method: "HEAD" });
      observe({ assumption: "head-requests", expected: "200", observed: String(response.status) });
    },
  },
  {
    name: "a path with a slash at its end is not there",
    tag: "assumed",
    operation: "listAgents",
    statements: ["0.base-url"],
    async run({ client, target, observe }) {
      const headers = { authorization: `Bearer ${target.apiKey}` };
      const { status } = await client.sendTo("listAgents", `${target.baseUrl}/agents/`, { headers });
      observe({ assumption: "trailing-slashes", expected: "404", observed: String(status) });
    },
  },
  {
    name: "a JSON body of more than 1 MiB gets 413, and one that is nested too deeply gets 400",
    tag: "destructive",
    operation: "createAgent",
    statements: ["8.requests"],
    async run({ client, unique, observe }) {
      const large = { name: "n".repeat(mebibyte), email: unique.email() };
      const deep = `{"name":"n","email":"${unique.email()}","deep":${"[".repeat(300)}${"]".repeat(300)}}`;
      const largeResponse = await client.send("createAgent", { body: large });
      const deepResponse = await client.send("createAgent", { text: deep });
      const observed = `${largeResponse.status} and ${deepResponse.status}`;
      observe({ assumption: "json-body-limit", expected: "413 and 400", observed });
    },
  },
];
