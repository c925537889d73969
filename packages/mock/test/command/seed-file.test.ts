import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/built.js";
import { runCommand, serveByCommand } from "../support/run-command.js";

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

function fileOf(content: string | Uint8Array, extension = "yaml"): string {
  files += 1;
  const path = join(folder, `seed-${files}.${extension}`);
  writeFileSync(path, content);
  return path;
}

interface Server {
  url: string;
  stderr: string;
  get(path: string, key?: string): Promise<{ id: string; name: string; email: string }[]>;
  control(method: string, path: string, body?: object): Promise<{ status: number; body: Record<string, never> }>;
}

async function whileServing<Value>(args: string[], use: (server: Server) => Promise<Value>): Promise<Value> {
  const { url, close, written } = await serveByCommand("--log", "none", ...args);
  const request = async (path: string, init: RequestInit) => {
    const response = await fetch(`${url}${path}`, init);
    return { status: response.status, body: await response.json() };
  };
  const value = await use({
    url,
    stderr: written.stderr,
    get: async (path, key = "test-key") =>
      (await request(`/v1${path}`, { headers: { authorization: `Bearer ${key}` } })).body.data,
    control: (method, path, body) => request(`/__mock__${path}`, { method, body: body && JSON.stringify(body) }),
  });
  await close();
  return value;
}

/** Runs the command with a file that it must refuse, and returns what it says. */
async function refusal(path: string, ...args: string[]): Promise<string> {
  const { result, written } = await runCommand("--seed-file", path, ...args);
  expect([result, written.stdout]).toEqual([{ exitCode: 2 }, ""]);
  return written.stderr.replaceAll(path, "FILE");
}

const organization = `# The people and categories of a small company.
agents:
  - { id: mem_asha, name: Asha Verma, email: asha@example.com }
  - name: Rohan Iyer
    email: rohan@example.com
categories:
  - name: Support
    possibleOutcomes:
      - { label: Solved, isSuccess: true }
      - { label: Not solved }
    analysisPointers:
      - sectionName: Opening
        criterias:
          - question: Did the agent greet the customer?
campaigns:
  - name: Spring
rules:
  - when: { match: { memberId: mem_asha } }
    then: { end: { complete: { outcomeLabel: Solved } } }
  - when: { operation: deleteAgent }
    then: { respond: { status: 503 } }
`;

test("the policies of a seed file count, and those of flags come first", async () => {
  const file = fileOf(`${organization}policies:\n  invalidInputStatus: 422\n  emailInUseStatus: 400\n`);
  await whileServing(["--seed-file", file, "--policy", "emailInUseStatus=422"], async ({ url }) => {
    const create = async (body: object) => {
      const headers = { authorization: "Bearer test-key", "content-type": "application/json" };
      return (await fetch(`${url}/v1/agents`, { method: "POST", headers, body: JSON.stringify(body) })).status;
    };
    expect(await create({ name: "A" })).toBe(422);
    expect(await create({ name: "A", email: "asha@example.com" })).toBe(422);
  });
});

test("a seed file takes the place of the demo's data, even one that has policies alone", async () => {
  await whileServing(["--seed-file", fileOf("policies: {}\n")], async ({ get }) => {
    expect(await get("/agents")).toEqual([]);
  });
});

test("a derived id is never one that a later row of the file has", async () => {
  const names = ["a", "b"].map((name) => ({ name, email: `${name}@example.com` }));
  const served = (agents: object[]) =>
    whileServing(["--seed-file", fileOf(JSON.stringify({ agents }), "json")], ({ get }) => get("/agents"));
  const [first] = await served(names);
  const ids = (await served([...names, { id: first?.id, name: "c", email: "c@example.com" }])).map(({ id }) => id);
  expect(new Set(ids).size).toBe(3);
  expect(ids[2]).toBe(first?.id);
});

test.each([
  ["yml", organization],
  ["YAML", `\ufeff${organization.replaceAll("\n", "\r\n")}`],
  ["json", JSON.stringify({ $schema: "./schema.json", agents: [{ name: "A", email: "a@example.com" }] })],
])("a seed file .%s is read, with any line ends and a byte order mark", async (extension, content) => {
  const agents = await whileServing(["--seed-file", fileOf(content, extension)], ({ get }) => get("/agents"));
  expect(agents.length).toBeGreaterThan(0);
});

test("every problem of the file's shape is listed, with line, column, field and the nearest right name", async () => {
  const text = `agents:
  - name: Rohan
    emial: rohan@example.com
  - name: 12
    email: asha@example.com
  - { name: "", email: nobody }
rules:
  - when: { match: { categoryId: cat_1 }, operatio: createCall }
    then: { end: { stall: true } }
  - then:
      respond: { status: 99 }
agent: []
`;
  expect(await refusal(fileOf(text))).toBe(
    `call-analysis-mock: The seed file FILE has 7 problems:
  agents[0].email (line 2, column 5): is required
  agents[0].emial (line 3, column 12): is unknown; did you mean email?
  agents[1].name (line 4, column 11): must be a string, got a number. Write it in quotes
  agents[2].name (line 6, column 13): must not be empty
  rules[0].when.operatio (line 8, column 53): is unknown; did you mean operation?
  rules[1].then.respond.status (line 11, column 26): must be a whole number from 200 to 599
  agent (line 12, column 8): is unknown; did you mean agents?
`,
  );
});

test("every row that the service refuses is listed in the same way", async () => {
  const text = `agents:
  - { name: Asha, email: asha@example.com }
  - name: Rohan
    email: ASHA@example.com
  - { name: Meera, email: nobody }
rules:
  - { when: { operation: listAgents }, then: { bandwidth: 5 } }
`;
  expect(await refusal(fileOf(text))).toBe(
    `call-analysis-mock: The seed file FILE has 3 problems:
  agents[1].email (line 4, column 12): belongs to another agent
  agents[2].email (line 5, column 27): must be an e-mail address
  rules[0].then.bandwidth (line 7, column 59): is allowed only for uploadRecording
`,
  );
});

const atLine2 = "is not YAML or JSON (line 2, column 1)";

test.each<[string, string | Uint8Array, string]>([
  ["empty", "", "is empty. Expected agents, categories or other data."],
  ["with tabs", "agents:\n\t- name: A\n", `${atLine2}: Tabs are not allowed as indentation`],
  ["with a repeated key", "agents: []\nagents: []\n", `${atLine2}: Map keys must be unique`],
  ["with an unknown alias", "agents: [*nobody]\n", "is not YAML: Unresolved alias"],
  ["in Latin-1", new Uint8Array([0x61, 0x3a, 0x0a, 0xe9, 0x0a]), "cannot be read as a UTF-8 file: "],
])("a file that is %s is refused in one line", async (_, content, expected) => {
  const text = await refusal(fileOf(content));
  expect(text).toContain(expected);
  expect(text.trimEnd().split("\n")).toHaveLength(1);
});

test("a file that is missing is named", async () => {
  expect(await refusal(join(folder, "none.yaml"))).toContain(
    "The seed file FILE cannot be read as a UTF-8 file: ENOENT",
  );
});

test("a scenario without data is combined with the file, and the demo's data is not there", async () => {
  await whileServing(["--seed-file", fileOf(organization), "--scenario", "demo,rate-limited"], async ({ url, get }) => {
    expect(await get("/agents")).toHaveLength(2);
    const headers = { authorization: "Bearer test-key" };
    const statuses: number[] = [];
    for (let count = 0; count < 60; count += 1) statuses.push((await fetch(`${url}/v1/agents`, { headers })).status);
    expect(statuses.at(-1)).toBe(429);
  });
});

test("a state file wins, which stderr says, and a reset returns to the seed file", async () => {
  const state = join(folder, "state.json");
  await whileServing(["--state", state], async ({ get }) => expect(await get("/agents")).toHaveLength(4));
  await whileServing(["--state", state, "--seed-file", fileOf(organization)], async ({ get, control, stderr }) => {
    expect(stderr).toContain("the rows of --seed-file apply only after POST /__mock__/reset");
    expect(await get("/agents")).toHaveLength(4);
    await control("POST", "/reset");
    expect(await get("/agents")).toHaveLength(2);
  });
});

describe("with several organizations", () => {
  const keys = ["--key", "n=North", "--key", "s=South"];

  test("each gets rows without ids", async () => {
    const text = "agents: [{ name: A, email: a@example.com }]";
    await whileServing(["--seed-file", fileOf(text), ...keys], async ({ get }) => {
      const [north, south] = [await get("/agents", "n"), await get("/agents", "s")];
      expect([north.length, south.length, north[0]?.id === south[0]?.id]).toEqual([1, 1, false]);
    });
  });

  test("rows with ids need the name of one of them, and the others have no data", async () => {
    const agents = "agents: [{ id: a, name: A, email: a@example.com }]";
    expect(await refusal(fileOf(agents), ...keys)).toContain(
      'organization (line 1, column 1): is required for rows with an id. The organizations are "North", "South"',
    );
    expect(await refusal(fileOf(`organization: Sout\n${agents}`), ...keys)).toContain(
      'organization (line 1, column 15): is not an organization: "Sout"; did you mean "South"?',
    );
    await whileServing(["--seed-file", fileOf(`organization: South\n${agents}`), ...keys], async ({ get }) => {
      expect([await get("/agents", "n"), await get("/agents", "s")]).toMatchObject([[], [{ id: "a" }]]);
    });
  });
});

test.each(["9007199254740993", "1e999", "0.12345678901234567891"])(
  "a number that a double cannot hold is refused: %s",
  async (number) => {
    const path = fileOf(`rules:\n  - when: { match: { udfs: { id: ${number} } } }\n    then: { delayMs: 1.50 }\n`);
    expect(await refusal(path)).toContain(`has ${number} (line 2, column 34), which a double cannot represent`);
  },
);
