/**
 * Validates the fake with Specmatic, a tool that this project did not write. It generates valid and invalid
 * requests from the document, and checks each response against it. Needs Java 17.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Fault, MockService } from "@call-analysis/mock";
import { acceptedInputs, documentForSpecmatic, type SpecmaticDocumentOptions } from "./specmatic-document.ts";
import { validateFake } from "./validate-fake.ts";

const interfaces = ["external", "campaign"] as const;

/** A fault that Specmatic must find before its silence means anything. */
interface PlantedFault {
  name: string;
  interfaceName: (typeof interfaces)[number];
  fault: Fault & { operation: string };
  /** What its report must contain, so that it finds this fault and not another. */
  finding: string;
}

const texts = { name: "Sales", description: "", icon: "phone" };
const timestamps = { createdAt: "2026-01-05T04:00:00.000Z", updatedAt: "2026-01-05T04:00:00.000Z" };
const agent = { id: "mem_1", userId: "usr_1", name: "Asha", email: "asha@example.com" };

const plantedFaults: readonly PlantedFault[] = [
  {
    name: "a response whose id is a number",
    interfaceName: "external",
    fault: { operation: "listCategories", status: 200, body: { data: [{ id: 1, ...texts, ...timestamps }] } },
    finding: "RESPONSE.BODY.data[0].id",
  },
  {
    name: "an operation that accepts invalid requests",
    interfaceName: "external",
    fault: { operation: "createAgent", status: 201, body: { data: agent } },
    finding: "Expected 4xx status, but received 201",
  },
  {
    name: "a count that is a text",
    interfaceName: "campaign",
    fault: { operation: "addProspect", status: 200, body: { success: true, message: "Added", added_count: "one" } },
    finding: "RESPONSE.BODY.added_count",
  },
];

/** Where Specmatic finds its program, and puts its document. */
interface Place {
  installation: string;
  folder: string;
}

await validateFake({
  title: "Specmatic",
  name: "specmatic",
  version: "2.55.1",
  missing: () => (spawnSync("java", ["-version"]).status === 0 ? undefined : "there is no Java on this machine"),
  async validate({ fake, installation }) {
    // The document leaves open whether a prospect's fields are mandatory, so Specmatic omits them.
    fake.use("addProspect", () => ({ success: true, message: "Prospect added", added_count: 1 }));
    const folder = await mkdtemp(join(tmpdir(), "specmatic-"));
    try {
      const place = { installation, folder };
      for (const planted of plantedFaults) if (!(await findsFault(planted, fake, place))) return 1;
      const codes: number[] = [];
      for (const interfaceName of interfaces) codes.push(await validateInterface(interfaceName, fake, place));
      return Math.max(...codes);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
});

/** Whether Specmatic reports failures of an operation while a fault is planted in it. */
async function findsFault({ name, interfaceName, fault, finding }: PlantedFault, fake: MockService, place: Place) {
  const { operation } = fault;
  const id = fake.faults.inject(fault);
  const { code, output, summary } = await testInterface({ interfaceName, operation }, fake, place);
  fake.faults.remove(id);
  const isFound = code !== 0 && output.includes(finding);
  console.log(`Specmatic: ${isFound ? "finds" : "does not find"} ${name} (${operation}: ${summary})`);
  return isFound;
}

async function validateInterface(
  interfaceName: (typeof interfaces)[number],
  fake: MockService,
  place: Place,
): Promise<number> {
  const { code, output, summary } = await testInterface({ interfaceName }, fake, place);
  if (code !== 0) console.log(output);
  console.log(`Specmatic: ${interfaceName} interface: ${summary}`);
  return code;
}

/** Tests an interface, or one operation of it. */
async function testInterface(
  options: Pick<SpecmaticDocumentOptions, "interfaceName" | "operation">,
  fake: MockService,
  place: Place,
) {
  const { baseUrl, campaignBaseUrl, apiKey } = fake.clientOptions();
  const inputs = acceptedInputs(fake, await createCall(fake));
  const file = `${options.interfaceName}.json`;
  await writeFile(join(place.folder, file), JSON.stringify(documentForSpecmatic({ ...options, inputs })));
  const address = options.interfaceName === "external" ? baseUrl : campaignBaseUrl;
  const { code, output } = await specmatic(["test", file, `--testBaseURL=${address}`], { ...place, apiKey });
  const [summary = "no summary"] = output.match(/Tests run:.*/) ?? [];
  return { code, output, summary };
}

async function createCall(fake: MockService): Promise<string> {
  const { baseUrl, apiKey } = fake.clientOptions();
  const { body } = acceptedInputs(fake, "").createCall ?? {};
  const init = { method: "POST", headers: { authorization: `Bearer ${apiKey}` }, body: JSON.stringify(body) };
  const { data } = (await (await fake.fetch(`${baseUrl}/calls`, init)).json()) as { data: { callId: string } };
  return data.callId;
}

/** Specmatic reads the key from the environment variable named like the document's security scheme. */
async function specmatic(args: string[], { installation, folder, apiKey }: Place & { apiKey: string }) {
  const jar = join(installation, "node_modules/specmatic/specmatic.jar");
  const env = { ...process.env, apiKey, SPECMATIC_GENERATIVE_TESTS: "true" };
  const java = spawn("java", ["-jar", jar, ...args], { cwd: folder, env });
  let output = "";
  for (const stream of [java.stdout, java.stderr]) stream.on("data", (chunk) => (output += chunk));
  const [code] = await once(java, "close");
  return { code: Number(code ?? 1), output };
}
