import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import fs from "node:fs/promises";
import { createServer } from "node:http";
import { syncBuiltinESMExports } from "node:module";
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
  const { result, written } = await runCommand(...args);
  expect(written.stdout + written.stderr).not.toContain(key);
  return { exitCode: "exitCode" in result ? result.exitCode : undefined, ...written };
}

const importFrom = (baseUrl: string, out: string) => runWith("import", "--base-url", baseUrl, "--out", out);

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

/** @param body for each path; the list of categories is empty in place of a text */
async function answering(
  status: number,
  type: string,
  body: string | ((path: string) => string),
  headers: object = {},
): Promise<string> {
  const textOf = (path: string) => {
    if (typeof body !== "string") return body(path);
    return type === "application/json" && path === "/v1/categories" ? '{"data":[]}' : body;
  };
  const server = createServer(({ url = "" }, response) => {
    response.writeHead(status, { "content-type": type, ...headers }).end(textOf(url));
  });
  return `${await serveInTest(server)}/v1`;
}

test.each(["yaml", "json"])(
  "a fake that starts from an imported .%s gives the same agents and categories",
  async (extension) => {
    const live = await served();
    const out = newPath(extension);
    expect(await importFrom(live, out)).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(
        /^Reading the agents and the categories of http.*\nWrote .* \(agents: 4, categories: 3\)\.\n$/,
      ),
      stderr: "",
    });
    const text = readFileSync(out, "utf8");
    expect(text).not.toContain(key);
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
  const refused = await importFrom(live, out);
  expect([refused.exitCode, refused.stderr]).toEqual([
    2,
    `call-analysis-mock: ${out} exists already: remove it, or choose another --out.\n`,
  ]);
  expect(readFileSync(out, "utf8")).toBe("mine");
});

test("a file that comes while the service is read is not replaced", async () => {
  const out = newPath();
  const live = await answering(200, "application/json", (path) => {
    if (path === "/v1/agents") writeFileSync(out, "theirs");
    return '{"data":[]}';
  });
  const { exitCode, stderr } = await importFrom(live, out);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`${out} exists already`)]);
  expect(readFileSync(out, "utf8")).toBe("theirs");
});

test("a disk that is full leaves nothing", async () => {
  const live = await served();
  const place = join(folder, "full");
  mkdirSync(place);
  const out = join(place, "a.yaml");
  const full = vi.spyOn(fs, "writeFile").mockImplementation(async (path) => {
    writeFileSync(String(path), "agents:");
    throw new Error("ENOSPC: no space left on device");
  });
  syncBuiltinESMExports();
  const { exitCode, stderr } = await importFrom(live, out);
  full.mockRestore();
  syncBuiltinESMExports();
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining("Nothing was written. ENOSPC")]);
  expect(readdirSync(place)).toEqual([]);
});

test("what has another type or form than a seed file takes is left out and named, whatever it says", async () => {
  const said = "Zubeida Khan";
  const category = {
    id: "cat_1",
    name: "Sales",
    createdAt: 5,
    updatedAt: said,
    icon: { said },
    possibleOutcomes: [null, { label: "Sold", isSuccess: said }],
    extractionFields: [{ fieldName: "budget", required: said, enumValues: ["low", { v: said }] }],
  };
  const bodies: Record<string, unknown> = { "/v1/agents": [null, 7], "/v1/categories": [category] };
  const live = await answering(200, "application/json", (path) => JSON.stringify({ data: bodies[path] ?? category }));
  const out = newPath("json");
  const { stderr } = await importFrom(live, out);
  expect(`${stderr}${readFileSync(out, "utf8")}`).not.toContain("Zubeida");
  for (const place of ["agents[]", "updatedAt", "icon", "possibleOutcomes[]", "isSuccess", "required", "enumValues[]"])
    expect(stderr.replaceAll("\n", " ")).toContain(place);
});

test("an organization that no seed file can have is written, and the places that are wrong are named", async () => {
  const rows = [
    { id: "a", name: "A", email: "same@example.com" },
    { id: "b", name: "B", email: "same@example.com" },
  ];
  const live = await answering(200, "application/json", JSON.stringify({ data: rows }));
  const out = newPath();
  const { exitCode, stderr } = await importFrom(live, out);
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(
    /The file is written, and cannot be used as it is: change these places in it\..*\n {2}agents\[1\]\.email \(line 8, column 12\): is another agent's\n/,
  );
});

const category = { id: "cat_sales", name: "Sales", possibleOutcomes: [], analysisPointers: [] };

test("categories that have no usable id are told, and the others are imported", async () => {
  const bodies: Record<string, unknown> = {
    "/v1/agents": [],
    "/v1/categories": [category, {}, { ...category, id: "." }],
    "/v1/categories/cat_sales": category,
  };
  const live = await answering(200, "application/json", (path) => JSON.stringify({ data: bodies[path] }));
  const out = newPath();
  const { exitCode, stderr } = await importFrom(live, out);
  expect([exitCode, stderr.replaceAll("call-analysis-mock: ", "").trim().split("\n")]).toEqual([
    1,
    [2, 3].map((row) => `Row ${row} of the categories has no id by which it can be read.`),
  ]);
  expect((await readSeedFile(out)).categories).toMatchObject([{ name: "Sales" }]);
});

/** A service with one category, whose details answer as they are given. */
async function answeringDetails(status: number, body: object): Promise<string> {
  const lists: Record<string, unknown> = { "/v1/agents": [], "/v1/categories": [category] };
  const server = createServer(({ url = "" }, response) => {
    const [code, json] = url in lists ? [200, { data: lists[url] }] : [status, body];
    response.writeHead(code, { "content-type": "application/json" }).end(JSON.stringify(json));
  });
  return `${await serveInTest(server)}/v1`;
}

test("a category that was deleted meanwhile is told and left out", async () => {
  const out = newPath();
  const { exitCode, stderr } = await importFrom(await answeringDetails(404, {}), out);
  expect([exitCode, stderr]).toEqual([
    1,
    "call-analysis-mock: The list of categories has cat_sales, and getCategory answers 404.\n",
  ]);
  expect((await readSeedFile(out)).categories).toEqual([]);
});

test.each<[string, number, object, number, string]>([
  ["refused", 401, {}, 4, "The service answered 401. Check CALL_ANALYSIS_API_KEY."],
  [
    "another one",
    200,
    { data: { ...category, id: "Zubeida" } },
    1,
    "The answer is not of the category that was asked for.",
  ],
])("when a category is %s nothing is written", async (_, status, body, code, message) => {
  const out = newPath();
  const { exitCode, stderr } = await importFrom(await answeringDetails(status, body), out);
  expect([exitCode, stderr]).toEqual([code, expect.stringContaining(`Nothing was written. getCategory cat_sales: `)]);
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/Zubeida|base-url/);
  expect(() => statSync(out)).toThrow("ENOENT");
});

const said = '{"error":{"message":"Zubeida"},"detail":"Zubeida"}';

const json = "application/json";
test.each<[string, number, string, string, string]>([
  ["a key that is refused", 401, json, said, "The service answered 401. Check CALL_ANALYSIS_API_KEY."],
  ["a key that may not read", 403, json, said, "The service answered 403. The key may not read this"],
  ["too many requests", 429, json, said, "The service answered 429. Run it again later."],
  ["a redirect", 302, json, said, "The service answered 302. Check that --base-url is the service's own address"],
  [
    "a page in place of JSON",
    200,
    "text/html",
    "<html>Zubeida</html>",
    "The answer is not JSON. Check that --base-url",
  ],
  ["nothing", 200, json, "", "The answer is not JSON. Check that --base-url"],
  ["another JSON", 200, json, "{}", "The answer must have a list in data."],
])("%s gives one clear line without a word of the service, and no file", async (_, status, type, body, message) => {
  const out = newPath();
  const headers = { location: "https://zubeida.invalid/" };
  const { exitCode, stdout, stderr } = await importFrom(await answering(status, type, body, headers), out);
  expect(stderr).toMatch(/^call-analysis-mock: Nothing was written\. /);
  expect(stderr).not.toMatch(/Zubeida|timeoutMs|apiKey|maxRetry/i);
  expect([exitCode, stdout, stderr.trimEnd().split("\n").length]).toEqual([
    status === 401 || status === 403 ? 4 : 1,
    expect.stringMatching(/^Reading /),
    1,
  ]);
  expect(stderr).toContain(`listAgents: ${message}`);
  expect(readdirSync(folder).filter((name) => out.endsWith(name))).toEqual([]);
});

test("a service that cannot be reached gives one clear line", async () => {
  const { exitCode, stderr } = await importFrom("http://127.0.0.1:9/v1", newPath());
  expect([exitCode, stderr.trimEnd().split("\n").length]).toEqual([1, 1]);
  expect(stderr).toMatch(/^call-analysis-mock: Nothing was written\. /);
});

test.each([
  [[], "--base-url is required"],
  [["--base-url", "https://a.example/v1"], "--out is required"],
  [["--base-url", "https://a.example/v1", "--out", "a.txt"], "must end with .yaml, .yml or .json"],
  [["--base-url", "a.example", "--out", "a.yaml"], "--base-url must be an address"],
  [["--base-url", "https://u:p@a.example/v1", "--out", "a.yaml"], "--base-url must be an address"],
  [["--base-url", "http://a.example/v1", "--out", "a.yaml"], "must be https beyond this machine"],
  [["--key", key], "The key comes from the environment variable CALL_ANALYSIS_API_KEY, and is never an argument."],
  [[`--api-key=${key}`], "is never an argument"],
  [[key], "There is an argument that is no flag"],
  [["--oot", "a.yaml"], "Unknown option '--oot'. Did you mean --out?"],
])("import %j is refused before anything is requested", async (args, message) => {
  const { exitCode, stderr } = await runWith("import", ...args);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
});

test("a key that cannot be one is named by its environment variable", async () => {
  vi.stubEnv("CALL_ANALYSIS_API_KEY", `${key} `);
  const { exitCode, stderr } = await importFrom("https://a.example/v1", newPath());
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^call-analysis-mock: CALL_ANALYSIS_API_KEY must be/)]);
});

test("without a key in the environment nothing is requested", async () => {
  vi.stubEnv("CALL_ANALYSIS_API_KEY", "");
  const { exitCode, stderr } = await importFrom("https://a.example/v1", newPath());
  expect([exitCode, stderr]).toEqual([
    4,
    "call-analysis-mock: Set CALL_ANALYSIS_API_KEY to an external API key of the organization.\n",
  ]);
});

test("any text comes back as it was, from YAML and from JSON", async () => {
  const text = fc.string({ unit: "grapheme", minLength: 1 }).filter((value) => value.trim() !== "");
  const tricky = fc.constantFrom(
    "no",
    "12",
    "1e3",
    "null",
    "~",
    "- a",
    "a: b",
    "# a",
    " a ",
    "a\nb\n",
    "\ta",
    "2026-01-31",
    "<<",
    "'",
    '"',
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(text, tricky), fc.constantFrom("yaml", "json"), async (question, extension) => {
      const category = { id: "c", name: "C", analysisPointers: [{ sectionName: "S", criterias: [{ question }] }] };
      const out = newPath(extension);
      const live = createMockService({ keys: { [key]: "Live" }, scenario: { seedData: { categories: [category] } } });
      const { url, close } = await serve(live, { port: 0 });
      await importFrom(`${url}/v1`, out);
      await close();
      const { categories: [read] = [] } = await readSeedFile(out);
      expect(read?.analysisPointers?.[0]?.criterias?.[0]?.question).toBe(question);
    }),
    { numRuns: 40 },
  );
});
