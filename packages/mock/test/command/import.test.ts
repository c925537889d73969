import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { serveInTest } from "../../../sdk/test/support/local-server.ts";
import { serve } from "../../src/adapters/server.js";
import { readSeedFile } from "../../src/command/seed-file.js";
import { createMockService, type SeedData } from "../../src/index.js";
import { temporaryFolder } from "../support/built.js";
import { runCommand, serveByCommand } from "../support/run-command.js";

const key = "live-key-4711";

const folder = temporaryFolder();

beforeEach(() => void vi.stubEnv("CALL_ANALYSIS_API_KEY", key));
afterEach(() => void vi.unstubAllEnvs());
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

function newPath(extension = "yaml"): string {
  files += 1;
  return join(folder, `imported-${files}.${extension}`);
}

/** Runs the command, and returns its exit code and what it wrote. The key is never in it. */
async function runWith(...args: string[]) {
  const { result, written } = await runCommand("import", ...args);
  expect(written.stdout + written.stderr).not.toContain(key);
  return { exitCode: "exitCode" in result ? result.exitCode : undefined, ...written };
}

const importFrom = (baseUrl: string, out: string) => runWith("--base-url", baseUrl, "--out", out);

async function served(seedData?: SeedData): Promise<string> {
  const scenario = seedData ? { seedData } : "demo";
  const { url, close } = await serve(createMockService({ seed: 7, keys: { [key]: "Live" }, scenario }), { port: 0 });
  onTestFinished(close);
  return `${url}/v1`;
}

/** The agents and the complete categories of a service. */
async function everythingAt(baseUrl: string, apiKey: string) {
  const get = async (path: string) => {
    const response = await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${apiKey}` } });
    return (await response.json()).data;
  };
  const categories: { id: string }[] = await get("/categories");
  const details = await Promise.all(categories.map(({ id }) => get(`/categories/${encodeURIComponent(id)}`)));
  return { agents: await get("/agents"), categories, details };
}

/** A service that answers each path with some data, and all others with an empty list. */
async function answering(bodies: Record<string, unknown>, status = 200): Promise<string> {
  const server = createServer(({ url = "" }, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ data: bodies[url] ?? [] }));
  });
  return `${await serveInTest(server)}/v1`;
}

test.each(["yaml", "json"])(
  "a fake that starts from an imported .%s gives the same agents and categories",
  async (extension) => {
    const live = await served();
    const out = newPath(extension);
    const stdout = `Wrote ${out} (agents: 4, categories: 3).\n`;
    expect(await importFrom(live, out)).toEqual({ exitCode: 0, stdout, stderr: "" });
    expect(readFileSync(out, "utf8")).not.toContain(key);
    const { url } = await serveByCommand("--log", "none", "--seed-file", out);
    expect(await everythingAt(`${url}/v1`, "test-key")).toEqual(await everythingAt(live, key));
  },
);

test("a file that exists is not replaced, and only its owner may read a new one", async () => {
  const live = await served();
  const out = newPath();
  expect((await importFrom(live, out)).exitCode).toBe(0);
  if (process.platform !== "win32") expect(statSync(out).mode & 0o777).toBe(0o600);
  writeFileSync(out, "mine");
  const stderr = expect.stringContaining("already exists.");
  expect(await importFrom(live, out)).toMatchObject({ exitCode: 1, stderr });
  expect(readFileSync(out, "utf8")).toBe("mine");
});

test("fields that a seed file does not have are left out, at any depth", async () => {
  const category = {
    id: "cat_1",
    name: "Sales",
    owner: { said: "Zubeida" },
    possibleOutcomes: [{ label: "Sold", said: "Zubeida" }],
  };
  const agents = [{ id: "a", name: "A", email: "a@example.com", phone: "Zubeida" }];
  const bodies = { "/v1/agents": agents, "/v1/categories": [category], "/v1/categories/cat_1": category };
  const out = newPath("json");
  expect(await importFrom(await answering(bodies), out)).toMatchObject({ exitCode: 0, stderr: "" });
  expect(readFileSync(out, "utf8")).not.toMatch(/Zubeida|phone/);
  expect((await readSeedFile(out)).categories).toEqual([
    { id: "cat_1", name: "Sales", possibleOutcomes: [{ label: "Sold" }] },
  ]);
});

test("an organization that no seed file can have is written, and the places that are wrong are named", async () => {
  const agents = ["a", "b"].map((id) => ({ id, name: id, email: "same@example.com" }));
  const { exitCode, stdout, stderr } = await importFrom(await answering({ "/v1/agents": agents }), newPath());
  expect([exitCode, stdout]).toEqual([2, expect.stringMatching(/^Wrote /)]);
  expect(stderr).toMatch(/agents\[1\]\.email \(line 8, column 12\): belongs to another agent\n/);
});

test.each([
  [401, 4],
  [403, 4],
  [404, 1],
])("a service that answers %i ends it with %i and one line, and no file is written", async (status, code) => {
  const out = newPath();
  const { exitCode, stderr } = await importFrom(await answering({}, status), out);
  expect([exitCode, stderr.trimEnd().split("\n").length]).toEqual([code, 1]);
  expect(stderr).toContain(String(status));
  expect(() => statSync(out)).toThrow("ENOENT");
});

test.each([
  [[], 2, "import needs --base-url URL and --out FILE."],
  [["--base-url", "https://a.example/v1"], 2, "import needs --base-url URL and --out FILE."],
  [["--base-url", "a.example", "--out", "a.yaml"], 1, "baseUrl"],
  [["--base-url", "http://a.example/v1", "--out", "a.yaml"], 1, "expected https"],
  [["--key", key], 2, "Unknown option '--key'"],
  [[`--api-key=${key}`], 2, "Unknown option '--api-key'"],
  [[key], 2, "Unexpected argument. Only flags are allowed"],
  [["--oot", "a.yaml"], 2, "Unknown option '--oot'. Did you mean --out?"],
])("import %j is refused with %i before anything is requested", async (args, code, message) => {
  const { exitCode, stderr } = await runWith(...args);
  expect([exitCode, stderr]).toEqual([code, expect.stringContaining(message)]);
});

test("without a key in the environment nothing is requested", async () => {
  vi.stubEnv("CALL_ANALYSIS_API_KEY", "");
  expect(await importFrom("https://a.example/v1", newPath())).toMatchObject({
    exitCode: 4,
    stderr: "call-analysis-mock: Set CALL_ANALYSIS_API_KEY to an external API key of the organization.\n",
  });
});

test("any text comes back as it was, from YAML and from JSON", async () => {
  const text = fc.string({ unit: "grapheme", minLength: 1 }).filter((value) => value.trim() !== "");
  const tricky = fc.constantFrom(..."no,12,1e3,null,~,- a,a: b,# a, a ,a\nb\n,\ta,2026-01-31,<<,',\"".split(","));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(text, tricky), { minLength: 8, maxLength: 8 }), async (questions) => {
      const criterias = questions.map((question) => ({ question }));
      const category = { id: "c", name: "C", analysisPointers: [{ sectionName: "S", criterias }] };
      const live = createMockService({ keys: { [key]: "Live" }, scenario: { seedData: { categories: [category] } } });
      const { url, close } = await serve(live, { port: 0 });
      for (const out of [newPath("yaml"), newPath("json")]) {
        await importFrom(`${url}/v1`, out);
        const { categories: [read] = [] } = await readSeedFile(out);
        expect(read?.analysisPointers?.[0]?.criterias).toMatchObject(criterias);
      }
      await close();
    }),
    { numRuns: 5 },
  );
});
