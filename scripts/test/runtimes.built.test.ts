/**
 * The packed client on other runtimes: `npx -y pnpm@12 test:runtimes`.
 */
import { truncate, writeFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { join } from "node:path";
import { createMockService } from "@call-analysis/mock";
import { type RunningServer, serve } from "@call-analysis/mock/server";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startForwardProxy } from "../../packages/sdk/test/support/forward-proxy.ts";
import { listen, type OnFinished, rawResponse, startRawService } from "../../packages/sdk/test/support/raw-service.ts";
import { browserTest, hasNoBrowser } from "../browser/launch-browser.ts";
import { commandOf, isNode, type ProcessRuntime, runtimes } from "../runtimes.ts";
import { requiresLongTests } from "../test-requirements.ts";
import { run } from "./consumer-projects.ts";
import { startNotingService } from "./noting-service.ts";
import { consumerProject, toolsFolder } from "./packed-packages.ts";
import { bundleClient, sendInChromium } from "./wire-in-chromium.ts";
import {
  allEnds,
  type CreationRequest,
  columnOf,
  type Ends,
  http1Ends,
  http2Ends,
  type Measurements,
  measure,
  readWireTable,
} from "./wire-table.ts";

/** For npm, which installs from the network. */
const tenMinutes = 600_000;
const sizeBytes = 200_000_000;
const smallSizeBytes = 300_000;
const creations = ["call", "agent", "prospect"];

/** Node 20 has no SQLite. */
const hasJournals = ({ name }: ProcessRuntime) => name !== "Node 20";

let project: string;
let server: RunningServer;

beforeAll(async () => {
  project = await consumerProject("runtimes");
  await writeFile(join(project, "call.wav"), "");
  await truncate(join(project, "call.wav"), sizeBytes);
  await writeFile(join(project, "small.wav"), new Uint8Array(smallSizeBytes));
  const worker = { entryPoints: [join(project, "worker.mjs")], outfile: join(project, "worker.bundle.mjs") };
  // Bundlers for Workers know this condition.
  const conditions = ["workerd"];
  await build({ ...worker, bundle: true, format: "esm", platform: "browser", conditions, tsconfigRaw: {} });
  server = await serve(createMockService(), { port: 0 });
}, tenMinutes);

afterAll(() => server?.close());

/** Runs a program of the project on a runtime, with further variables. */
const runIn = (runtime: ProcessRuntime, env: NodeJS.ProcessEnv | undefined, ...programAndParameters: string[]) =>
  run(commandOf(runtime, toolsFolder()), [...runtime.parameters, ...programAndParameters], project, env);

/** Processes, and Workers with what Node has and without. A Worker has no files. */
const programs: [where: string, run: (...parameters: string[]) => Promise<string>, files: string[]][] = [
  ...runtimes.map((runtime): (typeof programs)[number] => {
    return [runtime.name, (...parameters) => runIn(runtime, {}, "process.mjs", ...parameters), ["small.wav"]];
  }),
  ...["nodejs_compat", "no_nodejs_compat"].map((flag): (typeof programs)[number] => {
    const runWorker = (...parameters: string[]) => run(process.execPath, ["workerd.mjs", flag, ...parameters], project);
    return [`workerd with ${flag}`, runWorker, []];
  }),
];
const wholeFlow = { agents: 4, uploaded: true, status: "completed", hasScore: true, error: 404 };

/** Sends creations from a process of a runtime. The sender is one that the consumer's program knows. */
const sendOn =
  (runtime: ProcessRuntime, sender: string, env?: NodeJS.ProcessEnv) =>
  async (requests: CreationRequest[]): Promise<string[]> =>
    JSON.parse(await runIn(runtime, env, "creations.mjs", sender, JSON.stringify(requests)));

const countsOf = (measurements: Measurements) => Object.values(measurements).flatMap(({ count }) => count ?? []);
const outcomesOf = (measurements: Measurements, ends: string[]) => ends.map((end) => measurements[end]?.outcome);

/** By these the service says that it has processed nothing: Deno may send again, and creates nothing twice. */
const unprocessedEnds = ["`GOAWAY`, was not", "`REFUSED_STREAM`"];

/** Checks that each creation was on the wire once. Not every sender speaks the service's HTTP/2. */
function expectSentOnce(
  creationsOfClient: Measurements[],
  { isComplete = true, mayRepeat = [] as string[] } = {},
): void {
  expect(creationsOfClient).toHaveLength(creations.length);
  for (const measurements of creationsOfClient) {
    const others = Object.entries(measurements).filter(([end]) => !mayRepeat.includes(end));
    expect(new Set(countsOf(Object.fromEntries(others)))).toEqual(new Set([1]));
    if (isComplete) expect(countsOf(measurements)).toHaveLength(Object.keys(allEnds).length);
    expect(measurements["response 401"]?.outcome).toBe("authentication");
  }
}

describe.concurrent("the packed client", requiresLongTests, () => {
  test.for(programs)(
    "sends what it has from each source, each with its length and once, on %s",
    async ([, runProgram, files], { onTestFinished }) => {
      const { origin, received } = await startNotingService(onTestFinished);
      const outcomes = JSON.parse(await runProgram(origin, `${server.url}/v1`, ...files));
      const sources = ["bytes", "blob", "file", "stream", "open", ...(files.length > 0 ? ["path"] : [])];
      const done = [...sources, "update", ...creations];
      expect(outcomes).toEqual({
        ...Object.fromEntries(done.map((name) => [name, "done"])),
        // In Workers, a response is shown when the body is written, which never comes to its end.
        early: expect.stringMatching(/^(upload|timeout)$/),
        "call-closed": "submission_uncertain",
        "agent-closed": "connection",
        "prospect-closed": "connection",
        // By HTTP, and with the fake in the same process.
        flows: [wholeFlow, wholeFlow],
      });
      expect(Object.keys(received)).toHaveLength(Object.keys(outcomes).length - 1);
      for (const [name, [first, ...others]] of Object.entries(received)) {
        expect(others).toEqual([]);
        expect(first?.length).toBe(String(first?.bodyBytes));
        if (sources.includes(name)) expect(first?.bodyBytes).toBe(smallSizeBytes);
      }
    },
  );

  test.each(runtimes)("reads the recording as it is sent, on $name $version", async (runtime) => {
    const printed = await runIn(runtime, {}, "flow.mjs", `${server.url}/v1`, "test-key", "call.wav");
    const { status, progress, grownMegabytes } = JSON.parse(printed);
    expect({ status, progress }).toEqual({
      status: "completed",
      progress: { sentBytes: sizeBytes, totalBytes: sizeBytes },
    });
    expect(grownMegabytes).toBeLessThan(120);
  });

  test.each(runtimes)("keeps a journal that a second batch goes on with, on $name $version", async (runtime) => {
    const journal = join(project, `calls-${runtime.name}.journal`);
    const printed = await runIn(runtime, {}, "journal.mjs", `${server.url}/v1`, "test-key", journal);
    const kept = { isSame: true, state: "created" };
    expect(JSON.parse(printed)).toMatchObject(
      hasJournals(runtime) ? kept : { refused: expect.stringMatching(/^fileJournal/) },
    );
  });

  test.for(runtimes.filter((runtime) => !isNode(runtime)))(
    "sends a recording through the proxy of the environment, on $name",
    async (runtime, { onTestFinished }) => {
      const proxy = await startForwardProxy(server.url, onTestFinished);
      const env = { HTTP_PROXY: proxy.url, http_proxy: proxy.url, NO_PROXY: "", no_proxy: "" };
      const printed = await runIn(runtime, env, "upload.mjs", `${server.url}/v1`);
      expect(printed.trim()).toBe("300000");
      expect(proxy.seen.map((line) => line.split(" ")[0])).toEqual(["POST", "PUT"]);
    },
  );

  for (const runtime of runtimes) {
    test(`sends creations once on ${runtime.name}, and the README's table says so`, async ({ onTestFinished }) => {
      const measureAll = async (sender: string, ...kinds: string[]) => {
        const options = { creations: kinds, onFinished: onTestFinished };
        if (!runtime.http2By) return measure(sendOn(runtime, sender), { ...options, ends: allEnds });
        const byHttp1 = await measure(sendOn(runtime, sender), { ...options, ends: http1Ends });
        const agent = `${sender} ${runtime.http2By}`;
        const byHttp2 = await measure(sendOn(runtime, agent), { ...options, ends: http2Ends });
        return kinds.map((_kind, index) => ({ ...byHttp1[index], ...byHttp2[index] }));
      };
      const [ofCall = {}, ...others] = await measureAll("client", ...creations);
      expectSentOnce([ofCall, ...others], { mayRepeat: runtime.name === "Deno" ? unprocessedEnds : [] });
      const broken = outcomesOf(ofCall, ["closed, was read", "reset, was read"]);
      expect(broken).toEqual(["submission_uncertain", "submission_uncertain"]);
      const [byFetch = {}] = await measureAll("fetch", "call");
      expect(columnOf(ofCall, byFetch)).toEqual((await readWireTable()).get(runtime.name));
    });

    test(`is certain of what was never sent, on ${runtime.name}`, async ({ onTestFinished }) => {
      const onData = (act: (socket: Socket) => void) =>
        listen((socket) => socket.once("data", () => act(socket)), onTestFinished);
      const ports = [
        await onData((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")),
        await onData((socket) => socket.end()),
        await onData((socket) => socket.resetAndDestroy()),
        await listen((socket) => socket.end(), onTestFinished),
      ];
      const proxy = await onData((socket) => socket.end(rawResponse(407)));
      const origins = [...ports.map((origin) => origin.replace("http", "https")), "https://service.test"];
      const requests = origins.map((origin) => ({ creation: "call", origin, isFirst: true }));
      const env = { HTTPS_PROXY: proxy, NO_PROXY: "127.0.0.1" };
      const sender = isNode(runtime) ? "proxy undici7" : "client";
      expect(await sendOn(runtime, sender, env)(requests)).toEqual(origins.map(() => "connection, not sent"));
    });
  }

  for (const runtime of runtimes.filter((each) => isNode(each))) {
    const senders = ["agent undici7", "msw msw2", ...(isNode(runtime, 22) ? ["agent undici8", "msw msw3"] : [])];

    test.for(senders)(`sends creations once by "%s" on ${runtime.name}`, async (sender, { onTestFinished }) => {
      const options = { creations, ends: allEnds, onFinished: onTestFinished };
      expectSentOnce(await measure(sendOn(runtime, sender), options), { isComplete: false });
    });

    test(`sends a creation once by an agent that repeats POSTs, on ${runtime.name}`, async ({ onTestFinished }) => {
      const unavailable = (onFinished: OnFinished) =>
        startRawService((socket) => socket.write(rawResponse(503)), onFinished);
      const ends: Ends = { ...allEnds, "response 503": unavailable };
      // It counts connections, and the agent opens others to repeat without a body.
      delete ends["closed unread"];
      const options = { creations: ["call"], ends, onFinished: onTestFinished };
      const [repeated = {}] = await measure(sendOn(runtime, "retry undici7"), options);
      expect(new Set(countsOf(repeated))).toEqual(new Set([1]));
      const outcomes = outcomesOf(repeated, ["closed, was read", "reset, was read", "response 503"]);
      expect(outcomes).toEqual(outcomes.map(() => "submission_uncertain"));
    });

    test(`leaves it to the caller's own fetch what it repeats, on ${runtime.name}`, async ({ onTestFinished }) => {
      const options = { creations: ["call"], ends: http1Ends, onFinished: onTestFinished };
      const [measurements = {}] = await measure(sendOn(runtime, "own undici7"), options);
      expect(measurements["response 401"]).toEqual({ count: 1, outcome: "authentication" });
      expect(measurements["response 421"]).toEqual({ count: 2, outcome: "api_error" });
    });
  }

  browserTest.skipIf(hasNoBrowser)(
    "sends what the README's table says in Chromium",
    async ({ browser, onTestFinished }) => {
      const script = await bundleClient();
      const options = { creations: ["call"], ends: allEnds, onFinished: onTestFinished };
      const [byClient = {}] = await measure((requests) => sendInChromium(browser, requests, script), options);
      const [byFetch = {}] = await measure((requests) => sendInChromium(browser, requests), options);
      expect(columnOf(byClient, byFetch)).toEqual((await readWireTable()).get("Chromium"));
    },
  );
});
