/**
 * Validates the fake with Specmatic, a tool that this project did not write. It generates valid and invalid
 * requests from the document, and checks each response against it. Needs Java 17.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MockService } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";
import { createFake } from "../targets/fake.ts";
import { installValidator } from "./install.ts";
import { acceptedInputs, documentForSpecmatic } from "./specmatic-document.ts";

const version = "2.55.1";
const interfaces = ["external", "campaign"] as const;

const reason = reasonToSkip();
if (reason === undefined) process.exitCode = await validateWithSpecmatic();
else console.log(`Specmatic: skipped, because ${reason}.`);

function reasonToSkip(): string | undefined {
  if (spawnSync("java", ["-version"]).status !== 0) return "there is no Java on this machine";
  return installValidator("specmatic", version) === undefined
    ? `specmatic ${version} cannot be installed here`
    : undefined;
}

async function validateWithSpecmatic(): Promise<number> {
  // The document leaves open whether a prospect's fields are mandatory, so Specmatic omits them.
  const fake = createFake({ policies: { prospectFieldsRequired: false } });
  const server = await serve(fake, { port: 0 });
  const folder = await mkdtemp(join(tmpdir(), "specmatic-"));
  try {
    const codes: number[] = [];
    for (const name of interfaces) codes.push(await validateInterface(name, fake, folder));
    return Math.max(...codes);
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
}

async function validateInterface(
  name: (typeof interfaces)[number],
  fake: MockService,
  folder: string,
): Promise<number> {
  const { baseUrl, campaignBaseUrl, apiKey } = fake.clientOptions();
  const inputs = acceptedInputs(fake, await createCall(fake));
  const file = `${name}.json`;
  await writeFile(join(folder, file), JSON.stringify(documentForSpecmatic(name, inputs)));
  const address = name === "external" ? baseUrl : campaignBaseUrl;
  const { code, output } = await specmatic(["test", file, `--testBaseURL=${address}`], { folder, apiKey });
  const [summary = "no summary"] = output.match(/Tests run:.*/) ?? [];
  if (code !== 0) console.log(output);
  console.log(`Specmatic: ${name} interface: ${summary}`);
  return code;
}

async function createCall(fake: MockService): Promise<string> {
  const { baseUrl, apiKey } = fake.clientOptions();
  const { body } = acceptedInputs(fake, "").createCall ?? {};
  const init = { method: "POST", headers: { authorization: `Bearer ${apiKey}` }, body: JSON.stringify(body) };
  const { data } = (await (await fake.fetch(`${baseUrl}/calls`, init)).json()) as { data: { callId: string } };
  return data.callId;
}

/** Specmatic reads the key from the environment variable named like the document's security scheme. */
async function specmatic(args: string[], { folder, apiKey }: { folder: string; apiKey: string }) {
  const jar = join(installValidator("specmatic", version) ?? "", "node_modules/specmatic/specmatic.jar");
  const env = { ...process.env, apiKey, SPECMATIC_GENERATIVE_TESTS: "true" };
  const java = spawn("java", ["-jar", jar, ...args], { cwd: folder, env });
  let output = "";
  for (const stream of [java.stdout, java.stderr]) stream.on("data", (chunk) => (output += chunk));
  const [code] = await once(java, "close");
  return { code: Number(code ?? 1), output };
}
