import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../support/built.js";
import { selfSigned } from "../support/certificate.js";
import { routedFetch } from "../support/routed-fetch.js";
import { runCommand, serveByCommand } from "../support/run-command.js";

/** Runs the command, uses its server, and stops it. */
async function whileServing<Value>(args: string[], use: (baseUrl: string) => Promise<Value>) {
  const { url, close, written } = await serveByCommand(...args);
  const value = await use(`${url}/v1`);
  await close();
  return { value, written };
}

async function list(baseUrl: string, key: string) {
  const response = await fetch(`${baseUrl}/agents`, { headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, text: await response.text() };
}

test("it prints a line with its base URL when it is ready, and one with the console's address", async () => {
  const { written, value } = await whileServing([], async (baseUrl) => baseUrl);
  const console = value.replace("/v1", "/__mock__/");
  expect(written.stdout).toBe(`call-analysis-mock ready at ${value}\nconsole at ${console}\n`);
});

test("the console's address has the admin token where no server sees it, and is not printed without control", async () => {
  const withToken = await whileServing(["--admin-token", "s3+cret#"], async (baseUrl) => baseUrl);
  expect(withToken.written.stdout).toMatch(/\nconsole at \S+\/__mock__\/#token=s3%2Bcret%23\n$/);
  const { written, value } = await whileServing(["--no-admin"], async (baseUrl) => baseUrl);
  expect(written.stdout).toBe(`call-analysis-mock ready at ${value}\n`);
});

test("each organization that a key names has its own data, and keys of one name share it", async () => {
  const keys = ["--key", "north-1=North", "--key", "north-2=North", "--key", "south=South", "--key", "own"];
  const { value } = await whileServing(keys, async (baseUrl) =>
    Promise.all(["north-1", "north-2", "south", "own", "test-key"].map((key) => list(baseUrl, key))),
  );
  const [north1, north2, south, own, unknown] = value;
  expect(north2).toEqual(north1);
  expect(new Set([north1?.text, south?.text, own?.text]).size).toBe(3);
  expect(unknown?.status).toBe(401);
});

test("a key is taken to the letter, also when it looks like a number", async () => {
  const { value } = await whileServing(["--key", "00123"], (baseUrl) =>
    Promise.all([list(baseUrl, "00123"), list(baseUrl, "123")]),
  );
  expect(value.map(({ status }) => status)).toEqual([200, 401]);
});

test("requests are logged on stderr as lines or as JSON, never with keys or signatures", async () => {
  const request = (baseUrl: string) => list(`${baseUrl}`, "test-key");
  const pretty = await whileServing([], request);
  const json = await whileServing(["--log", "json"], request);
  const none = await whileServing(["--log", "none"], request);
  expect(pretty.written.stderr).toMatch(/^GET {4}\/v1\/agents 200 \d+\.\d ms\n$/);
  expect(JSON.parse(json.written.stderr)).toMatchObject({ method: "GET", path: "/v1/agents", status: 200 });
  expect(none.written.stderr).toBe("");
});

test("--help and --version print, and end with 0", async () => {
  const help = await runCommand("--help");
  const version = await runCommand("-v");
  expect([help.result, version.result]).toEqual([{ exitCode: 0 }, { exitCode: 0 }]);
  expect(help.written.stdout).toContain("--progression");
  expect(version.written.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.each([
  [["--nonsense"], "--nonsense"],
  [["--port", "65536"], "--port"],
  [["--tls-cert", "cert.pem"], "--tls-key is missing"],
  [["--state", ""], "--state"],
  [["--seed", "one"], "--seed"],
  [["--scenario", "quiet"], "--scenario"],
  [["--speed", "0"], "--speed"],
  [["--admin-token", ""], "--admin-token"],
  [
    ["--progression", "polls:1"],
    '--progression is "polls:1", but must be polls:P,Q or time:A,B or immediate or manual',
  ],
  [["--progression", "time:-1,2"], "--progression"],
  [["--key", "with space"], "--key"],
  [["--key", "=North"], "--key"],
  [["--key", "a=One", "--key", "a=Two"], "--key contains one key twice"],
  [["--log", "loud"], "--log"],
  [["--cors=yes"], "--cors"],
  [["stray"], "Unexpected argument. Only flags are allowed"],
])("%j ends with 2 and a message that names %s", async (args, flag) => {
  const { result, written } = await runCommand(...args);
  expect(result).toEqual({ exitCode: 2 });
  expect(written.stderr).toContain(flag);
  expect(written.stdout).toBe("");
});

test("--public-url is the address of all that it prints, together with where it listens", async () => {
  const { url, listeningUrl, written } = await serveByCommand("--public-url", "https://example.com/mock/");
  expect(url).toBe("https://example.com/mock");
  expect(written.stdout).toBe(
    `call-analysis-mock ready at https://example.com/mock/v1 (listening at ${listeningUrl})\n` +
      "console at https://example.com/mock/__mock__/\n",
  );
});

test("--tls-cert and --tls-key make it speak https, and say so", async () => {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { cert, key } = await selfSigned();
  const paths = { cert: join(folder, "cert.pem"), key: join(folder, "key.pem") };
  writeFileSync(paths.cert, cert);
  writeFileSync(paths.key, key);
  const { written, value } = await whileServing(["--tls-cert", paths.cert, "--tls-key", paths.key], async (baseUrl) => {
    const { status } = await routedFetch({ listeningUrl: baseUrl, ca: cert })(`${baseUrl}/agents`);
    return { baseUrl, status };
  });
  expect(value.baseUrl).toMatch(/^https:/);
  expect(written.stdout.split("\n")[0]).toBe(`call-analysis-mock ready at ${value.baseUrl}`);
  expect(value.status).toBe(401);
});
