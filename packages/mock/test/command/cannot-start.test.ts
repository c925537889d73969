import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { serveInTest } from "../../../sdk/test/support/local-server.ts";
import { built } from "../support/built.js";
import { selfSigned } from "../support/certificate.js";
import { runCommand } from "../support/run-command.js";
import { useStateFiles } from "../support/state-files.js";

const { folder } = useStateFiles();

/** Runs the command, and gives its exit code and the one line that it wrote. */
async function refusal(...args: string[]) {
  const { result, written } = await runCommand("--port", "0", ...args);
  if ("server" in result) await result.server.close();
  expect([written.stdout, written.stderr.split("\n").length]).toEqual(["", 2]);
  return { code: "exitCode" in result ? result.exitCode : undefined, line: written.stderr };
}

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test.each([
  ["--public-url", "nope"],
  ["--host", "0.0.0.0"],
])("the value of %s is refused as that of a flag", async (...args) => {
  expect((await refusal(...args)).code).toBe(2);
});

test("a port that is in use is named, with what to do", async () => {
  const { port } = new URL(await serveInTest(createServer()));
  const { code, line } = await refusal("--port", port);
  expect(code).toBe(1);
  expect(line).toBe(
    `call-analysis-mock: The fake cannot listen at 127.0.0.1:${port} (EADDRINUSE): the port is in use. End the process that uses it, or pass another --port (0 picks a free one).\n`,
  );
});

test.each(["192.0.2.1", "no-such-host.invalid"])(
  "the host %s, which is none of this machine's, is named",
  async (host) => {
    const { code, line } = await refusal("--host", host, "--no-admin");
    expect(code).toBe(1);
    expect(line).toContain(`call-analysis-mock: The fake cannot listen at ${host}:0 (`);
    expect(line).toContain("--host");
  },
);

const unusable = (path: string) =>
  `call-analysis-mock: The state file ${path} cannot be used: it must be a file in an existing folder, and this process needs write permission for both. Change that, or pass another --state file.\n`;

test.each<[string, () => string]>([
  ["in a folder that is not there", () => join(folder, "nowhere/state.json")],
  ["below a file", () => join(file("plain", ""), "state.json")],
  ["that is a folder", () => folder],
  ["that is a device", () => "/dev/null"],
])("a state file %s is named, with what it must be", async (_what, path) => {
  expect(await refusal("--state", path())).toEqual({ code: 1, line: unusable(path()) });
});

test("a folder or a file that the process may not write to is named", async () => {
  // Root may write anything, so its process becomes another user, once Node has started: that user may not enter a clone
  // below root's home, nor a folder for temporary files there.
  const isRoot = process.getuid?.() === 0;
  const dropRights = "data:text/javascript,process.setgroups([]);process.setgid(65534);process.setuid(65534)";
  const reachable = mkdtempSync(join(isRoot ? "/tmp" : tmpdir(), "call-analysis-mock-"));
  onTestFinished(() => rmSync(reachable, { recursive: true }));
  chmodSync(reachable, 0o755);
  const command = await built("cli", reachable);
  const start = (state: string) => {
    const args = [...(isRoot ? ["--import", dropRights] : []), command, "--port", "0", "--state", state];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 60_000 });
    return [status, stderr];
  };
  const place = join(reachable, "guarded");
  mkdirSync(place);
  chmodSync(place, 0o555);
  const state = join(place, "state.json");
  expect(start(state)).toEqual([1, unusable(state)]);
  chmodSync(place, 0o600);
  expect(start(state)).toEqual([1, unusable(state)]);
  chmodSync(place, 0o777);
  writeFileSync(state, "", { mode: 0o000 });
  expect(start(state)).toEqual([1, unusable(state)]);
  expect(readdirSync(place)).toEqual(["state.json"]);
});

test("certificates and keys that cannot be used are named, with the reason", async () => {
  const own = await selfSigned();
  const cert = file("cert.pem", own.cert);
  const key = file("key.pem", own.key);
  const missing = join(folder, "missing.pem");
  const refusals = [
    { args: [missing, key], line: `--tls-cert ${missing} cannot be read: ENOENT` },
    { args: [cert, missing], line: `--tls-key ${missing} cannot be read: ENOENT` },
    { args: [folder, key], line: `--tls-cert ${folder} cannot be read: EISDIR` },
    { args: [key, key], line: "The certificate and the key cannot be used: " },
  ];
  for (const { args, line } of refusals) {
    const found = await refusal("--tls-cert", args[0] ?? "", "--tls-key", args[1] ?? "");
    expect(found.code).toBe(1);
    expect(found.line).toContain(line);
  }
});
