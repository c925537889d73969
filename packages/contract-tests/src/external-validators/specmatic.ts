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
import { documentForSpecmatic } from "./specmatic-document.ts";
import { validateFake } from "./validate-fake.ts";

const interfaces = ["external", "campaign"] as const;
type InterfaceName = (typeof interfaces)[number];

/** A fault that Specmatic must find before its silence means anything. */
interface PlantedFault {
  name: string;
  fault: Fault;
  /** What its report must contain, so that it finds this fault and not another. */
  finding: string;
}

const texts = { name: "Sales", description: "", icon: "phone" };
const timestamps = { createdAt: "2026-01-05T04:00:00.000Z", updatedAt: "2026-01-05T04:00:00.000Z" };
const agent = { id: "mem_1", userId: "usr_1", name: "Asha", email: "asha@example.com" };

const plantedFaults: Readonly<Record<InterfaceName, readonly PlantedFault[]>> = {
  external: [
    {
      name: "a response whose id is a number",
      fault: { operation: "listCategories", status: 200, body: { data: [{ id: 1, ...texts, ...timestamps }] } },
      finding: "RESPONSE.BODY.data[0].id",
    },
    {
      name: "an operation that accepts invalid requests",
      fault: { operation: "createAgent", status: 201, body: { data: agent } },
      finding: "Expected 4xx status, but received 201",
    },
  ],
  campaign: [
    {
      name: "a count that is a text",
      fault: { operation: "addProspect", status: 200, body: { success: true, message: "Added", added_count: "one" } },
      finding: "RESPONSE.BODY.added_count",
    },
  ],
};

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
      const codes: number[] = [];
      for (const interfaceName of interfaces) {
        if (!(await findsFaults(interfaceName, fake, place))) return 1;
        codes.push(await validateInterface(interfaceName, fake, place));
      }
      return Math.max(...codes);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
});

/** Whether Specmatic finds each of the faults that are planted in an interface. */
async function findsFaults(interfaceName: InterfaceName, fake: MockService, place: Place): Promise<boolean> {
  const faults = plantedFaults[interfaceName];
  const { output } = await testInterface({ interfaceName, faults }, fake, place);
  const missed = faults.filter(({ finding }) => !output.includes(finding));
  for (const { name } of missed) console.log(`Specmatic: ${interfaceName} interface: does not find ${name}`);
  return missed.length === 0;
}

async function validateInterface(interfaceName: InterfaceName, fake: MockService, place: Place): Promise<number> {
  const { code, output } = await testInterface({ interfaceName }, fake, place);
  if (code !== 0) console.log(output);
  const [summary = "no summary"] = output.match(/Tests run:.*/) ?? [];
  console.log(`Specmatic: ${interfaceName} interface: finds the planted faults; without them: ${summary}`);
  return code;
}

/** Tests an interface, with faults that are planted after its document has examples that the fake accepts. */
async function testInterface(
  { interfaceName, faults = [] }: { interfaceName: InterfaceName; faults?: readonly PlantedFault[] },
  fake: MockService,
  place: Place,
) {
  const { baseUrl, campaignBaseUrl, apiKey } = fake.clientOptions();
  const file = `${interfaceName}.json`;
  await writeFile(join(place.folder, file), JSON.stringify(await documentForSpecmatic(interfaceName, fake)));
  const ids = faults.map(({ fault }) => fake.faults.inject(fault));
  const address = interfaceName === "external" ? baseUrl : campaignBaseUrl;
  const result = await specmatic(["test", file, `--testBaseURL=${address}`], { ...place, apiKey });
  for (const id of ids) fake.faults.remove(id);
  return result;
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
