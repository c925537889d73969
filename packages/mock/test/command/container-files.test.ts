import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { defaultPort } from "../../src/adapters/http/listener.js";
import { parseFlags } from "../../src/command/flags.js";
import { listening } from "../control/listening.js";

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
  expect(flags).toMatchObject({ host: "0.0.0.0", port: defaultPort, admin: false });
  expect(dockerfile).toMatch(new RegExp(`^EXPOSE ${flags.port}$`, "m"));
});

test("the flags of the compose file exist, and it listens for others, with a token and its service's name", () => {
  const given = listAfter(compose, /command:/).map((text) => text.replace(/\$\{.*\}/, "a-value-of-the-environment"));
  const flags = parseFlags([...entryFlags, ...given]);
  expect(flags).toMatchObject({ host: "0.0.0.0", admin: true, publicUrl: `http://mock:${flags.port}` });
  expect(compose).toMatch(/^ {2}mock:$/m);
  expect(listAfter(compose, /ports:/)).toEqual([`127.0.0.1:${flags.port}:${flags.port}`]);
  expect(flags.state?.startsWith(`${/^VOLUME (.*)$/m.exec(dockerfile)?.[1]}/`)).toBe(true);
});

test("the image runs as a user without rights", () => {
  const users = [...dockerfile.matchAll(/^USER (.*)$/gm)].map(([, user]) => user);
  expect(users).toEqual(["node"]);
});

test("the image's health check asks for the health, and says whether it got it", async () => {
  const [program, flag, script = ""] = listAfter(dockerfile, /CMD/);
  expect([program, flag]).toEqual(["node", "-e"]);
  const { url, close } = await listening({}, { host: "0.0.0.0", adminToken: "s3cret" });
  const toServer = (address: string) => fetch(address.replace(`http://127.0.0.1:${defaultPort}`, url));
  const check = new Function("fetch", "process", script);
  const health = () => new Promise((exit) => check(toServer, { exit }));
  expect(script).toContain(`http://127.0.0.1:${defaultPort}/__mock__/health`);
  expect(await health()).toBe(0);
  await close();
  expect(await health()).toBe(1);
});
