import { type Case, campaignOf } from "../case.ts";
import { isRejection, isSuccess } from "../contract.ts";
import { alterStatus, intercept } from "../fault.ts";
import { assert } from "../finding.ts";
import { prospectRequest } from "../steps.ts";

const mebibyte = 1_048_576;

/** Rules for requests of any operation. */
export const requestCases: readonly Case[] = [
  {
    name: "the external interface's base address ends with the version segment v1",
    tag: "documented",
    spec: "0. Base addresses",
    operation: "listAgents",
    async run({ client, target }) {
      assert(/\/v1$/.test(target.baseUrl), { place: "base address", expected: "v1 at its end" });
      await client.succeed("listAgents");
    },
    faults: {
      "the external interface is not below the address that it names": alterStatus("listAgents", {
        from: 200,
        to: 404,
      }),
    },
  },
  {
    name: "the campaign interface has nothing at a path without a version",
    tag: "negative",
    spec: "0. Base addresses",
    operation: "addProspect",
    needs: "campaign",
    async run(context) {
      // Behind msw, such a URL may belong to other handlers.
      if (context.target.name === "msw") return;
      const { apiKey, baseUrl, id } = campaignOf(context);
      const address = `${baseUrl}/campaigns/${encodeURIComponent(id)}/prospects-zap`;
      const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
      const body = JSON.stringify(prospectRequest(context).body);
      const response = await context.client.sendTo("addProspect", address, { method: "POST", headers, body });
      assert(isRejection(response), { place: "status", expected: "4xx at a path without a version" });
    },
    faults: {
      "the campaign interface is also at paths without a version": alterStatus("addProspect", { from: 404, to: 200 }),
    },
  },
  {
    name: "a body that is not a JSON object is rejected",
    tag: "negative",
    spec: "4. Endpoints, request and response bodies are JSON",
    operation: "createAgent",
    async run({ client, observe }) {
      for (const text of ["", "{", "name=Asha", "null", "[]", '"text"', "7"]) {
        const { status } = await client.reject("createAgent", { text });
        observe({ row: "external-errors", expected: "400 for another body", isMet: status === 400 });
      }
    },
    faults: {
      "an invalid body is taken for an empty object": intercept("createAgent", async ({ init }, forward) =>
        init.body === "{" ? Response.json({ data: {} }, { status: 201 }) : forward(),
      ),
    },
  },
  {
    name: "a method that the path does not support is rejected",
    tag: "negative",
    spec: "7. Errors, external interface",
    operation: "listAgents",
    async run({ client, observe }) {
      const response = await client.sendUnchecked("listAgents", { method: "PUT" });
      assert(isRejection(response), { place: "status", expected: "4xx for a method that the path does not support" });
      observe({ row: "external-errors", expected: "405 for another method", isMet: response.status === 405 });
    },
  },
  {
    name: "every response has an id in x-request-id",
    tag: "assumed",
    spec: "4. Endpoints, responses",
    operation: "listAgents",
    async run({ client, observe }) {
      const { headers } = await client.send("listAgents");
      observe({ row: "request-id", expected: "an id in x-request-id", isMet: Boolean(headers.get("x-request-id")) });
    },
  },
  {
    name: "a JSON body needs no Content-Type",
    tag: "negative",
    spec: "4. Endpoints, request and response bodies are JSON",
    operation: "createAgent",
    async run({ client, target, unique, observe }) {
      const body = new TextEncoder().encode(JSON.stringify({ name: unique.name(), email: unique.email() }));
      const headers = { authorization: `Bearer ${target.apiKey}` };
      const response = await client.sendTo("createAgent", `${target.baseUrl}/agents`, {
        method: "POST",
        headers,
        body,
      });
      observe({ row: "request-content-type", expected: "success without one", isMet: isSuccess(response) });
    },
  },
  {
    name: "unknown keys of a body are ignored",
    tag: "assumed",
    spec: "4. Endpoints, request and response bodies are JSON",
    operation: "createAgent",
    async run({ client, unique, observe }) {
      const body = { name: unique.name(), email: unique.email(), nickname: "Contract" };
      const response = await client.send("createAgent", { body });
      observe({ row: "unknown-body-keys", expected: "success", isMet: isSuccess(response) });
    },
  },
  {
    name: "HEAD works where GET does",
    tag: "assumed",
    spec: "4. Endpoints",
    operation: "listAgents",
    async run({ client, observe }) {
      const { status } = await client.sendUnchecked("listAgents", { method: "HEAD" });
      observe({ row: "head-requests", expected: "200", isMet: status === 200 });
    },
  },
  {
    name: "a path with a slash at its end is not there",
    tag: "assumed",
    spec: "0. Base addresses",
    operation: "listAgents",
    async run({ client, target, observe }) {
      const headers = { authorization: `Bearer ${target.apiKey}` };
      const { status } = await client.sendTo("listAgents", `${target.baseUrl}/agents/`, { headers });
      observe({ row: "trailing-slashes", expected: "404", isMet: status === 404 });
    },
  },
  {
    name: "a JSON body of more than 1 MiB gets 413, and one that is nested too deeply gets 400",
    tag: "destructive",
    spec: "8. Limits, requests",
    operation: "createAgent",
    async run({ client, unique, observe }) {
      const body = { name: "n".repeat(mebibyte), email: unique.email() };
      const text = `{"name":"n","email":"${unique.email()}","deep":${"[".repeat(300)}${"]".repeat(300)}}`;
      const [large, deep] = [await client.send("createAgent", { body }), await client.send("createAgent", { text })];
      const isMet = large.status === 413 && deep.status === 400;
      observe({ row: "json-body-limit", expected: "413 and 400", isMet });
    },
  },
];
