import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { isSuccess } from "../../src/contract/response-check.ts";
import { assert } from "../../src/contract-violation.ts";
import { activeAgents, findMember, type Model, pick, type RealSystem } from "./model.ts";

type Command = fc.AsyncCommand<Model, RealSystem>;

/** Few e-mails, so that they repeat; in upper or lower case, which must not matter. */
const email = fc.tuple(fc.constantFrom("asha", "dev", "mira"), fc.boolean()).map(([name, isUpper]) => {
  const address = `${name}.model@example.com`;
  return isUpper ? address.toUpperCase() : address;
});
const name = fc.constantFrom("Asha", "Dev", "Mira", "आशा");

class CreateAgent implements Command {
  readonly #fields: { name: string; email: string };

  constructor(fields: { name: string; email: string }) {
    this.#fields = fields;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, { client }: RealSystem): Promise<void> {
    const isTaken = findMember(model, this.#fields.email) !== undefined;
    const response = await client.send("createAgent", { body: this.#fields });
    assert(isSuccess(response) === !isTaken, "An agent is created unless another agent has its e-mail.");
    if (!isTaken) model.agents.push({ ...this.#fields, id: idOf(response.json), isActive: true });
  }

  toString(): string {
    return `create agent ${JSON.stringify(this.#fields)}`;
  }
}

class UpdateAgent implements Command {
  readonly #number: number;
  readonly #change: { name?: string; email?: string };

  constructor(number: number, change: { name?: string; email?: string }) {
    this.#number = number;
    this.#change = change;
  }

  check({ agents }: Readonly<Model>): boolean {
    return agents.length > 0;
  }

  async run(model: Model, { client }: RealSystem): Promise<void> {
    const agent = pick(model.agents, this.#number);
    const holder = this.#change.email === undefined ? undefined : findMember(model, this.#change.email);
    const isAllowed = agent.isActive && (holder === undefined || holder === agent);
    const response = await client.send("updateAgent", { path: { id: agent.id }, body: this.#change });
    assert(isSuccess(response) === isAllowed, "An active agent accepts a change unless another agent has its e-mail.");
    if (isAllowed) Object.assign(agent, this.#change);
  }

  toString(): string {
    return `update agent ${this.#number} ${JSON.stringify(this.#change)}`;
  }
}

class DeleteAgent implements Command {
  readonly #number: number;

  constructor(number: number) {
    this.#number = number;
  }

  check({ agents }: Readonly<Model>): boolean {
    return agents.length > 0;
  }

  async run(model: Model, { client }: RealSystem): Promise<void> {
    const agent = pick(model.agents, this.#number);
    const response = await client.send("deleteAgent", { path: { id: agent.id } });
    assert(isSuccess(response) === agent.isActive, "An agent can be deleted once.");
    agent.isActive = false;
  }

  toString(): string {
    return `delete agent ${this.#number}`;
  }
}

class ListAgents implements Command {
  check(): boolean {
    return true;
  }

  async run(model: Model, { client }: RealSystem): Promise<void> {
    const listed = (await client.expectSuccess("listAgents")).data.map(({ id, name, email }) => ({ id, name, email }));
    const expected = activeAgents(model).map(({ id, name, email }) => ({ id, name, email }));
    assert(isDeepStrictEqual(listed, expected), "The list has the active agents as they are.", listed);
  }

  toString(): string {
    return "list agents";
  }
}

/** Commands about agents. */
export const agentCommands: fc.Arbitrary<Command>[] = [
  fc.record({ name, email }).map((fields) => new CreateAgent(fields)),
  fc
    .tuple(fc.nat(20), fc.record({ name, email }, { requiredKeys: [] }))
    .map(([number, change]) => new UpdateAgent(number, change)),
  fc.nat(20).map((number) => new DeleteAgent(number)),
  fc.constant(new ListAgents()),
];

function idOf(json: unknown): string {
  return String(Reflect.get(Object(Reflect.get(Object(json), "data")), "id"));
}
