import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { defaultPort } from "../../src/adapters/http/listener.js";
import { parseFlags } from "../../src/command/flags.js";
import { listening } from "../control/listening.js";
import { temporaryFolder } from "../support/built.js";
import { selfSigned } from "../support/certificate.js";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const dockerfile = read("docker/Dockerfile");
const compose = read("docker/compose.yaml");

/** A list of strings, as both files write it. */
function listAfter(text: string, name: RegExp): string[] {
  const [, list = ""] = new RegExp(`${name.source}\\s+(\\[[^\\]]*\\])$`, "m").exec(text) ?? [];
  return JSON.parse(list.replace(/,\s*\]$/, "]"));
}

const [command, ...entryFlags] = listAfter(dockerfile, /^ENTRYPOINT/);

test("the image's entry point is the command of the package, which is what it installs", () => {
  const { name, bin } = JSON.parse(read("package.json"));
  expect(Object.keys(bin)).toEqual([command]);
  expect(dockerfile).toContain(`${name}@`);
});

test("the flags of the image exist, and other containers can reach it by the port that it exposes", () => {
  const flags = parseFlags([...entryFlags, ...listAfter(dockerfile, /^CMD/)]);
  expect(flags).toMatchObject({ host: "0.0.0.0", port: defaultPort, isAdminDisabled: true });
  expect(dockerfile).toMatch(new RegExp(`^EXPOSE ${flags.port}$`, "m"));
});

test("the flags of the compose file exist, and it listens for others, with a token and its service's name", () => {
  const given = listAfter(compose, /command:/).map((text) => text.replace(/\$\{.*\}/, "a-value-of-the-environment"));
  const flags = parseFlags([...entryFlags, ...given]);
  expect(flags).toMatchObject({ host: "0.0.0.0", isAdminDisabled: false, publicUrl: `http://mock:${flags.port}` });
  expect(compose).toMatch(/^ {2}mock:$/m);
  expect(listAfter(compose, /ports:/)).toEqual([`127.0.0.1:${flags.port}:${flags.port}`]);
  expect(flags.state?.startsWith(`${/^VOLUME (.*)$/m.exec(dockerfile)?.[1]}/`)).toBe(true);
});

test("the image runs as a user without rights", () => {
  const users = [...dockerfile.matchAll(/^USER (.*)$/gm)].map(([, user]) => user);
  expect(users).toEqual(["node"]);
});

test("the image's health check finds the command by the port and the scheme of its flags", async () => {
  const [program, script = ""] = listAfter(dockerfile, /CMD/);
  expect([program, script.split("/").at(-1)]).toEqual(["node", "health.mjs"]);
  const file = join(temporaryFolder(), "cmdline");
  onTestFinished(() => rmSync(dirname(file), { recursive: true }));
  const health = (...flags: string[]) => {
    writeFileSync(file, ["node", "call-analysis-mock", "--port", "4010", ...flags, ""].join("\0"));
    const check = spawn(process.execPath, [fileURLToPath(new URL("../../docker/health.mjs", import.meta.url)), file]);
    return new Promise((resolve) => check.once("exit", resolve));
  };
  const plain = await listening({}, { host: "0.0.0.0", adminToken: "s3cret" });
  const secure = await listening({}, { host: "0.0.0.0", admin: false, tls: await selfSigned() });
  expect(await health("--port", new URL(plain.url).port)).toBe(0);
  expect(await health(`--port=${new URL(secure.url).port}`, "--tls-cert", "cert.pem")).toBe(0);
  await plain.close();
  expect(await health("--port", new URL(plain.url).port)).toBe(1);
});
