import { type Case, otherKeyOf } from "../case.ts";
import { isSuccess } from "../contract.ts";
import { alterRequest, alterStatus, alterSuccess, intercept } from "../fault.ts";
import { assert } from "../finding.ts";
import { agentInList, callInput, createCall, deletedAgent, listAgents, registerAgent } from "../steps.ts";

const update = "4. Agents, PATCH /agents/{id}";
const deletion = "4. Agents, DELETE /agents/{id}";

/** Registering, listing, updating and deleting agents. */
export const agentCases: readonly Case[] = [
  {
    name: "a registration answers with the name and the e-mail of its request",
    tag: "documented",
    spec: "2. Agent, name and email",
    operation: "createAgent",
    async run({ client, unique }) {
      const body = { name: `${unique.name()} ${"é".repeat(40)}`, email: unique.email() };
      const { data } = await client.succeed("createAgent", { body });
      assert(data.name === body.name, { place: "data.name", expected: "the name of the request" });
      assert(data.email === body.email, { place: "data.email", expected: "the e-mail of the request" });
    },
    faults: { "an agent is registered under another name": alterSuccess("createAgent data.name", () => "another") },
  },
  {
    name: "each registration answers with another id, and no id is empty",
    tag: "documented",
    spec: "2. Agent, id and userId",
    operation: "createAgent",
    async run(context) {
      const [one, other] = [await registerAgent(context), await registerAgent(context)];
      assert(one.id !== other.id, { place: "data.id", expected: "another id for each agent" });
      assert(![one.id, one.userId].includes(""), { place: "data.id", expected: "an id and a userId" });
    },
    faults: { "every agent has the same id": alterSuccess("createAgent data.id", () => "mem_1") },
  },
  {
    name: "a registered agent is in the list, with the same id, userId, name and e-mail",
    tag: "documented",
    spec: "4. Agents, GET /agents",
    operation: "listAgents",
    async run(context) {
      const created = await registerAgent(context);
      const listed = await agentInList(context, created.id);
      assert(listed !== undefined, { place: "data[].id", expected: "the registered agent" });
      for (const field of ["userId", "name", "email"] as const)
        assert(listed[field] === created[field], {
          place: `data[].${field}`,
          expected: "what the registration returned",
        });
    },
    faults: { "the agents of the list have other names": alterSuccess("listAgents data[].name", () => "another") },
  },
  {
    name: "every agent of the list has a unique id",
    tag: "documented",
    spec: "2. Agent, id and userId",
    operation: "listAgents",
    async run(context) {
      await registerAgent(context);
      const ids = (await listAgents(context)).map(({ id }) => id);
      assert(new Set(ids).size === ids.length, { place: "data[].id", expected: "each id once" });
    },
    faults: {
      "the list repeats an agent": alterSuccess("listAgents data", (agents) => [agents, agents].flat(2)),
    },
  },
  {
    name: "an update answers with the name and the e-mail of its request, and keeps the ids",
    tag: "documented",
    spec: "2. Agent, memberId",
    operation: "updateAgent",
    async run({ client, unique, ...context }) {
      const { id, userId } = await registerAgent({ client, unique, ...context });
      const body = { name: `${unique.name()} ${"é".repeat(40)}`, email: unique.email() };
      const { data } = await client.succeed("updateAgent", { path: { id }, body });
      for (const [field, expected] of Object.entries({ memberId: id, userId, ...body }))
        assert(data[field] === expected, { place: `data.${field}`, expected: "that of the agent and its change" });
    },
    faults: {
      "an update returns another memberId": alterSuccess("updateAgent data.memberId", () => "mem_1"),
      "an update cuts a name to 20 characters": alterSuccess("updateAgent data.name", (name) =>
        String(name).slice(0, 20),
      ),
    },
  },
  ...(["name", "email"] as const).map((changed): Case => {
    const kept = changed === "name" ? "email" : "name";
    return {
      name: `an update of the ${changed} alone keeps the ${kept}`,
      tag: "documented",
      spec: update,
      operation: "updateAgent",
      async run(context) {
        const before = await registerAgent(context);
        const body = { [changed]: context.unique[changed]() };
        const { data } = await context.client.succeed("updateAgent", { path: { id: before.id }, body });
        assert(data[kept] === before[kept], { place: `data.${kept}`, expected: "what it was before" });
      },
      faults: {
        [`an update of the ${changed} changes the ${kept}`]: alterRequest("updateAgent", (body) => ({
          [kept]: "nobody@example.com",
          ...Object(body),
        })),
      },
    };
  }),
  {
    name: "the list shows the name, the e-mail and the image that an update returned",
    tag: "documented",
    spec: update,
    operation: "updateAgent",
    async run(context) {
      const { id } = await registerAgent(context);
      const body = { name: context.unique.name(), email: context.unique.email() };
      const { data } = await context.client.succeed("updateAgent", { path: { id }, body });
      const listed = await agentInList(context, id);
      for (const field of ["name", "email", "image"] as const)
        assert(listed?.[field] === data[field], { place: `data.${field}`, expected: "the same in the list" });
    },
    faults: {
      "an update returns success and is not stored": intercept("updateAgent", async ({ url }, forward, service) => {
        const before = service.db.agents.get(idIn(url));
        const response = await forward();
        if (before && response.ok) service.db.agents.update(before.id, { name: before.name, email: before.email });
        return response;
      }),
    },
  },
  {
    name: "an update changes no other agent",
    tag: "documented",
    spec: update,
    operation: "updateAgent",
    async run(context) {
      const [one, other] = [await registerAgent(context), await registerAgent(context)];
      await context.client.succeed("updateAgent", { path: { id: one.id }, body: { name: context.unique.name() } });
      const listed = await agentInList(context, other.id);
      assert(listed?.name === other.name, {
        operation: "listAgents",
        place: "data[].name",
        expected: "another agent's name unchanged",
      });
    },
    faults: {
      "an update changes every agent": intercept("updateAgent", async ({ url }, forward, service) => {
        const response = await forward();
        const name = service.db.agents.get(idIn(url))?.name;
        if (response.ok && name) for (const { id } of service.db.agents.list()) service.db.agents.update(id, { name });
        return response;
      }),
    },
  },
  {
    name: "an update may change nothing",
    tag: "assumed",
    spec: update,
    operation: "updateAgent",
    async run(context) {
      const { id } = await registerAgent(context);
      const { status } = await context.client.send("updateAgent", { path: { id }, body: {} });
      context.observe({ row: "empty-update", expected: "200", isMet: status === 200 });
    },
    faults: { "an update with an empty body is refused": alterStatus("updateAgent", { from: 200, to: 400 }) },
  },
  {
    name: "the response to a deletion says success",
    tag: "documented",
    spec: deletion,
    operation: "deleteAgent",
    async run(context) {
      const { id } = await registerAgent(context);
      const { success } = await context.client.succeed("deleteAgent", { path: { id } });
      assert(success, { place: "success", expected: "true" });
    },
    faults: { "deleteAgent returns success: false": alterSuccess("deleteAgent success", () => false) },
  },
  {
    name: "a deleted agent is not in the list",
    tag: "documented",
    spec: "4. Agents, GET /agents",
    operation: "listAgents",
    async run(context) {
      const { id } = await deletedAgent(context);
      assert(!(await agentInList(context, id)), { place: "data[].id", expected: "active agents alone" });
    },
    faults: {
      "a deleted agent is still in the list": intercept("deleteAgent", async ({ url }, forward, service) => {
        const response = await forward();
        if (response.ok) service.db.agents.update(idIn(url), { isActive: true });
        return response;
      }),
    },
  },
  {
    name: "deleting an agent deletes no other agent",
    tag: "documented",
    spec: deletion,
    operation: "deleteAgent",
    async run(context) {
      const { id } = await registerAgent(context);
      await deletedAgent(context);
      const isThere = (await agentInList(context, id)) !== undefined;
      assert(isThere, { operation: "listAgents", place: "data[].id", expected: "the agents that were not deleted" });
    },
    faults: {
      "a deletion also deletes every other agent": intercept("deleteAgent", async (_request, forward, service) => {
        const response = await forward();
        for (const { id } of service.db.agents.list()) service.db.agents.update(id, { isActive: false });
        return response;
      }),
    },
  },
  {
    name: "a deleted agent cannot be updated, deleted again, or used in a new call",
    tag: "negative",
    spec: deletion,
    operation: "deleteAgent",
    async run(context) {
      const { client, unique } = context;
      const { id, email } = await deletedAgent(context);
      await client.reject("updateAgent", { path: { id }, body: { name: unique.name() } });
      await client.reject("deleteAgent", { path: { id } });
      for (const memberId of [id, email])
        await client.reject("createCall", { body: { ...(await callInput(context, { memberId })) } });
    },
  },
  {
    name: "the e-mail of a deleted agent can be registered again, by another user",
    tag: "assumed",
    spec: deletion,
    operation: "createAgent",
    async run(context) {
      const { email, userId } = await deletedAgent(context);
      const response = await context.client.send("createAgent", { body: { name: context.unique.name(), email } });
      const isFree = isSuccess(response);
      context.observe({ row: "deleted-agents", expected: "the e-mail to be free", isMet: isFree });
      const isAnother = !isFree || Object(response.json).data.userId !== userId;
      context.observe({ row: "user-of-email", expected: "another userId", isMet: isAnother });
    },
  },
  {
    name: "the calls of a deleted agent can still be read",
    tag: "destructive",
    spec: deletion,
    operation: "getCallAnalysis",
    async run(context) {
      const { id } = await registerAgent(context);
      const { callId } = await createCall(context, { memberId: id });
      await context.client.succeed("deleteAgent", { path: { id } });
      const response = await context.client.send("getCallAnalysis", { path: { callId } });
      context.observe({ row: "deleted-agents", expected: "calls to stay", isMet: isSuccess(response) });
    },
  },
  {
    name: "registering an e-mail that an active agent has is rejected",
    tag: "assumed",
    spec: "4. Agents, POST /agents",
    operation: "createAgent",
    async run(context) {
      const { email } = await registerAgent(context);
      const { status } = await context.client.send("createAgent", { body: { name: context.unique.name(), email } });
      context.observe({ row: "email-in-use", expected: "409", isMet: status === 409 });
    },
    faults: {
      "two agents may have the same e-mail": alterStatus("createAgent", {
        from: 409,
        to: 201,
        json: { data: { id: "mem_2", userId: "usr_2", name: "Second", email: "second@example.com" } },
      }),
    },
  },
  {
    name: "two e-mails that differ only in case count as the same",
    tag: "assumed",
    spec: "4. Create call, rule 2",
    operation: "createAgent",
    async run(context) {
      const email = (await registerAgent(context)).email.toUpperCase();
      const response = await context.client.send("createAgent", { body: { name: context.unique.name(), email } });
      context.observe({ row: "email-matching", expected: "a rejection", isMet: !isSuccess(response) });
    },
  },
  {
    name: "an e-mail whose host has no dot is rejected",
    tag: "assumed",
    spec: "4. Agents, POST /agents",
    operation: "createAgent",
    async run({ client, unique, observe }) {
      const body = { name: unique.name(), email: unique.email().replace("example.com", "localhost") };
      const response = await client.send("createAgent", { body });
      observe({ row: "email-syntax", expected: "a rejection", isMet: !isSuccess(response) });
    },
  },
  {
    name: "a name of spaces alone is rejected",
    tag: "assumed",
    spec: "4. Agents, POST /agents",
    operation: "createAgent",
    async run({ client, unique, observe }) {
      const response = await client.send("createAgent", { body: { name: " ", email: unique.email() } });
      observe({ row: "blank-names", expected: "a rejection", isMet: !isSuccess(response) });
    },
  },
  {
    name: "the list has all agents, the oldest first",
    tag: "assumed",
    spec: "4. Categories, paging, filtering and sorting of lists",
    operation: "listAgents",
    async run(context) {
      const [first, second] = [await registerAgent(context), await registerAgent(context)];
      const agents = await listAgents(context);
      const positions = [first, second].map(({ id }) => agents.findIndex((agent) => agent.id === id));
      const times = agents.map(({ createdAt }) => Date.parse(createdAt));
      const isMet = isAscending([0, ...positions]) && isAscending(times);
      context.observe({ row: "list-paging", expected: "all agents, the oldest first", isMet });
    },
  },
  {
    name: "an agent's image is an address below images.example.com",
    tag: "assumed",
    spec: "2. Agent, image",
    operation: "listAgents",
    async run(context) {
      await registerAgent(context);
      const isMet = (await listAgents(context)).every(({ image }) => image.startsWith("https://images.example.com/"));
      context.observe({ row: "agent-image", expected: "below images.example.com", isMet });
    },
  },
  {
    name: "an agent that another organization tried to update and delete is unchanged",
    tag: "negative",
    spec: "5. Authentication, rule 2",
    operation: "deleteAgent",
    needs: "other organization",
    async run(context) {
      const { id, name } = await registerAgent(context);
      const request = { path: { id }, authorization: `Bearer ${otherKeyOf(context)}` };
      await context.client.reject("updateAgent", { ...request, body: { name: context.unique.name() } });
      await context.client.reject("deleteAgent", request);
      const isUnchanged = (await agentInList(context, id))?.name === name;
      assert(isUnchanged, { operation: "listAgents", place: "data[].name", expected: "the agent unchanged" });
    },
  },
  {
    name: "two organizations can have an agent with the same e-mail",
    tag: "documented",
    spec: "5. Authentication, rule 2",
    operation: "createAgent",
    needs: "other organization",
    async run(context) {
      const { email } = await registerAgent(context);
      const authorization = `Bearer ${otherKeyOf(context)}`;
      const body = { name: context.unique.name(), email };
      const { data } = await context.client.succeed("createAgent", { body, authorization });
      // The clean-up deletes agents of the first organization only.
      await context.client.succeed("deleteAgent", { path: { id: data.id }, authorization });
    },
    faults: {
      "an e-mail is taken for all organizations": intercept("createAgent", async ({ init }, forward, service) => {
        const { email } = JSON.parse(String(init.body));
        const isTaken = service.db.agents.list().some((agent) => agent.email === email);
        return isTaken ? Response.json({ error: { code: "conflict" } }, { status: 409 }) : forward();
      }),
    },
  },
];

function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => number >= (numbers[index - 1] ?? number));
}

function idIn(url: URL): string {
  return decodeURIComponent(url.pathname.split("/").at(-1) ?? "");
}
