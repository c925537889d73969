/**
 * Lets Specmatic, which nobody here wrote, judge the fake: it makes up valid and invalid requests from the
 * document, and holds each answer against it. Needs Java 17.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MockService } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";
import { createFake } from "../targets/fake.ts";
import { installJudge } from "./install.ts";
import { documentForSpecmatic, takenInputs } from "./specmatic-document.ts";

const version = "2.55.1";
const sides = ["external", "campaign"] as const;

const reason = reasonToSkip();
if (reason === undefined) process.exitCode = await judge();
else console.log(`Specmatic: skipped, for ${reason}.`);

function reasonToSkip(): string | undefined {
  if (spawnSync("java", ["-version"]).status !== 0) return "there is no Java on this machine";
  return installJudge("specmatic", version) === undefined ? `specmatic ${version} cannot be installed here` : undefined;
}

async function judge(): Promise<number> {
  // The document leaves open whether a prospect's fields are mandatory, so Specmatic leaves them out.
  const fake = createFake({ policies: { prospectFieldsRequired: false } });
  const server = await serve(fake, { port: 0 });
  const folder = await mkdtemp(join(tmpdir(), "specmatic-"));
  try {
    const codes: number[] = [];
    for (const side of sides) codes.push(await judgeInterface(side, fake, folder));
    return Math.max(...codes);
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
}

async function judgeInterface(side: (typeof sides)[number], fake: MockService, folder: string): Promise<number> {
  const { baseUrl, campaignBaseUrl, apiKey } = fake.clientOptions();
  const inputs = takenInputs(fake, await createCall(fake));
  const file = `${side}.json`;
  await writeFile(join(folder, file), JSON.stringify(documentForSpecmatic(side, inputs)));
  const address = side === "external" ? baseUrl : campaignBaseUrl;
  const { code, output } = await specmatic(["test", file, `--testBaseURL=${address}`], { folder, apiKey });
  const [summary = "no summary"] = output.match(/Tests run:.*/) ?? [];
  if (code !== 0) console.log(output);
  console.log(`Specmatic: ${side} interface: ${summary}`);
  return code;
}

async function createCall(fake: MockService): Promise<string> {
  const { baseUrl, apiKey } = fake.clientOptions();
  const { body } = takenInputs(fake, "").createCall ?? {};
  const init = { method: "POST", headers: { authorization: `Bearer ${apiKey}` }, body: JSON.stringify(body) };
  const { data } = (await (await fake.fetch(`${baseUrl}/calls`, init)).json()) as { data: { callId: string } };
  return data.callId;
}

/** The variable that has the name of the document's security scheme holds its key. */
async function specmatic(args: string[], { folder, apiKey }: { folder: string; apiKey: string }) {
  const jar = join(installJudge("specmatic", version) ?? "", "node_modules/specmatic/specmatic.jar");
  const env = { ...process.env, apiKey, SPECMATIC_GENERATIVE_TESTS: "true" };
  const java = spawn("java", ["-jar", jar, ...args], { cwd: folder, env });
  let output = "";
  for (const stream of [java.stdout, java.stderr]) stream.on("data", (chunk) => (output += chunk));
  const [code] = await once(java, "close");
  return { code: Number(code ?? 1), output };
}
