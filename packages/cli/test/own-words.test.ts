/** The command speaks of its flags, variables and commands, where the client speaks of options and methods. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CallAnalysis } from "@call-analysis/sdk";
import { fileJournal } from "@call-analysis/sdk/node";
import { expect, test } from "vitest";
import { messageOf } from "../src/output/error-text.ts";
import { jsonLines, noPauses, type RunOptions, setUpFolder, startService } from "./support/command.ts";

async function setUp() {
  const set = await setUpFolder({ "a.wav": 1 });
  writeFileSync(join(set.cwd, "typeless"), "not a recording");
  return { ...set, flags: [...set.flags, "--journal", "j"] };
}

type Served = Awaited<ReturnType<typeof setUp>>;

interface Case {
  what: string;
  says: string;
  arrange?: (served: Served) => unknown;
  given?: (served: Served) => string[];
  options?: Partial<RunOptions>;
}

const analyze = ({ flags }: Served) => ["analyze", "a.wav", ...flags];
const list = () => ["agents", "list"];
const getCall = () => ["calls", "get", "call_1"];

const clientsWords =
  /\b(?:apiKey|campaignApiKey|\w*[bB]aseUrl|\w*(?:timeout|deadline|retryAfter)Ms|poll\.\w+|logLevel|contentType|(?:member|category|call)Id is|waitForAnalysis|dangerouslyAllow\w+|fileJournal|spool)\b|settle\(|(?<!-)\bsettle:|recreate: true|the batch|entries\(\)|`body`/;

test.each<Case>([
  {
    what: "an address beyond this machine without TLS",
    given: () => ["agents", "list", "--base-url", "http://host/v1"],
    says: "(--base-url or CALL_ANALYSIS_BASE_URL) must be https",
  },
  {
    what: "an invalid address in the environment",
    given: list,
    options: { env: { CALL_ANALYSIS_BASE_URL: "host" } },
    says: "(--base-url or CALL_ANALYSIS_BASE_URL) must be an absolute address",
  },
  {
    what: "a key that cannot be one",
    given: list,
    options: { env: { CALL_ANALYSIS_API_KEY: "two words" } },
    says: "The API key (CALL_ANALYSIS_API_KEY) must be visible ASCII",
  },
  {
    what: "an address without a version",
    given: ({ url }) => ["agents", "list", "--base-url", url],
    says: "The service's address does not end with a version segment, such as /v1.",
  },
  {
    what: "a recording without an ending whose type nothing shows",
    given: ({ flags }) => ["analyze", "typeless", ...flags],
    says: "Give the file the ending of its format, such as .wav",
  },
  {
    what: "a recording with an ending that says nothing",
    arrange: ({ cwd }) => writeFileSync(join(cwd, "call.gsm"), "not a recording"),
    given: ({ flags }) => ["analyze", "call.gsm", ...flags],
    says: "The ending .gsm is none of .wav, .mp3, ",
  },
  {
    what: "too many requests",
    given: getCall,
    arrange: ({ service }) => service.faults.inject({ operation: "getCallAnalysis", status: 429, retryAfter: 100 }),
    says: "Send fewer requests",
  },
  {
    what: "an analysis that takes too long",
    given: ({ flags }) => ["analyze", "a.wav", ...flags],
    arrange: ({ service }) => service.engine.when({}).stall(),
    options: { pauses: { ...noPauses, poll: { ...noPauses.poll, timeoutMs: 1_000 } } },
    says: "within 1 s",
  },
  {
    what: "a lost answer",
    given: analyze,
    arrange: ({ service }) => service.faults.inject({ operation: "createCall", network: "reset" }),
    says: "unknown whether the call was created.",
  },
  {
    what: "a decision about what is completed",
    given: ({ cwd: _ }) => ["resume", "j", "--settle", "order-7=recreate"],
    arrange: async ({ cwd, env }) => {
      const journal = fileJournal(join(cwd, "j"));
      await journal.begin({ baseUrl: env.CALL_ANALYSIS_BASE_URL ?? "" });
      await journal.claim("order-7");
      await journal.created("order-7", "call_7");
      await journal.close();
    },
    says: "--settle: ",
  },
])("$what: the message has no word of the client's code", async ({ arrange, given = list, options, says }) => {
  const served = await setUp();
  await arrange?.(served);
  const { stdout, stderr } = await served.run(given(served), options);
  const json = await served.run([...given(served), "--json"], options);
  const told = stderr + jsonLines(stdout).map(({ error }) => error?.message ?? "");
  expect(told).toContain(says);
  expect(told).not.toMatch(clientsWords);
  const messages = jsonLines(json.stderr + json.stdout).map(
    ({ message, error }) => `${message} ${error?.message} ${error?.hint}`,
  );
  expect(messages.join("\n")).not.toMatch(clientsWords);
});

test("limits that no flag changes are told as times, without advice to change them", async () => {
  const { service } = await startService();
  const client = new CallAnalysis({ ...service.clientOptions(), retry: false });
  const tooLong = await client.agents.list({ timeoutMs: 1 }).catch(messageOf);
  expect(tooLong).toMatch(/within 0\.001 s\. Look at the (?:service's load|connection)\.$/);
});
