/** The packed proxy on runtimes beside Node: one whole flow, and the attacks that depend on them, on real sockets. */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createMockService } from "@call-analysis/mock";
import { type RunningServer, serve } from "@call-analysis/mock/server";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bun, commandOf, deno, nodes } from "../../../../scripts/runtimes.ts";
import { consumerProject, toolsFolder } from "../../../../scripts/test/packed-packages.ts";
import { requiresLongTests } from "../../../../scripts/test-requirements.ts";
import { wavBytes } from "../support/recordings.ts";
import { type FrontServer, startFrontServer } from "./front-server.ts";
import { type BrowserRequest, basePath, browserClient, sendRaw } from "./proxy-server.ts";

/** For npm, which installs from the network. */
const tenMinutes = 600_000;

interface Runtime {
  name: string;
  command: () => string;
  parameters: string[];
}

const beside = [bun, deno].map((runtime): Runtime => {
  const { name, parameters } = runtime;
  return { name, command: () => commandOf(runtime, toolsFolder()), parameters: [...parameters, "web.mjs"] };
});
const workerd: Runtime = { name: "workerd", command: () => process.execPath, parameters: ["workerd.mjs"] };
/** The other tests of the proxy run on one of them. */
const allNodes = nodes.map((node): Runtime => {
  return { name: node.name, command: () => commandOf(node, toolsFolder()), parameters: ["node.mjs"] };
});
const runtimes = [...beside, workerd, ...allNodes];

let project: string;
let server: RunningServer;

beforeAll(async () => {
  project = await consumerProject("proxy");
  const files = { entryPoints: [join(project, "worker.mjs")], outfile: join(project, "worker.bundle.mjs") };
  // For no platform: an import of Node's would fail here.
  await build({ ...files, bundle: true, format: "esm", platform: "neutral", tsconfigRaw: {} });
  server = await serve(createMockService(), { port: 0 });
}, tenMinutes);

afterAll(() => server?.close());

describe.each(runtimes)("on $name", requiresLongTests, ({ command, parameters }) => {
  let front: FrontServer;
  let running: ChildProcess;
  let origin: string;
  const send = (request: BrowserRequest) => sendRaw(origin, request);

  beforeAll(async () => {
    front = await startFrontServer(server.url);
    const options: SpawnOptions = { cwd: project, stdio: ["ignore", "pipe", "inherit"], detached: true };
    running = spawn(command(), [...parameters, front.origin], options);
    origin = await firstLineOf(running);
  });

  afterAll(() => {
    // With all of its group: what npm installs for Deno is a program that starts it.
    if (running?.pid) process.kill(-running.pid);
    front?.close();
  });

  /** The fields of a call of a user's own recording. */
  async function callFields(user: string) {
    const sdk = browserClient(origin, user);
    const [[agent], [category]] = [await sdk.agents.list(), await sdk.categories.list()];
    const { publicUrl } = await sdk.calls.createUploadUrl({ filename: "a.wav", contentType: "audio/wav" });
    return { memberId: agent?.id ?? "", categoryId: category?.id ?? "", audio_url: publicUrl };
  }

  test("a page's client goes from a recording to its analysis", async () => {
    const { audio_url: _, ...fields } = await callFields("asha");
    const file = new Blob([wavBytes()], { type: "audio/wav" });
    const call = { file, ...fields, udfs: { crmId: "84113", userId: "evil" } };
    const completed = await browserClient(origin, "asha").calls.analyzeFile(call);
    expect(completed).toMatchObject({ status: "completed", metadata: { udfs: { crmId: "84113", userId: "asha" } } });
  });

  test("a creation that is repeated, at once and later, is sent once", async () => {
    const body = await callFields("asha");
    const create = () => send({ method: "POST", path: "/v1/calls", body });
    const sentBefore = front.seen.length;
    const received = [...(await Promise.all([create(), create(), create()])), await create()];
    expect(received.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    expect(new Set(received.map(({ text }) => text)).size).toBe(1);
    expect(front.seen.slice(sentBefore)).toEqual(["POST /v1/calls"]);
  });

  test("a creation goes on when the page has gone, and its repetition gets the answer", async () => {
    const body = await callFields("asha");
    const sentBefore = front.seen.length;
    const held = new Promise<() => void>((resolve) => {
      front.instead = (response) => {
        const created = JSON.stringify({ data: { callId: "call_held", status: "processing" } });
        resolve(() => response.writeHead(202, { "content-type": "application/json" }).end(created));
      };
    });
    const reset = startRequest(origin, { method: "POST", path: "/v1/calls", body });
    const answer = await held;
    reset();
    const repeating = send({ method: "POST", path: "/v1/calls", body });
    // Time for the runtime to notice that the page has gone.
    await sleep(300);
    answer();
    front.instead = undefined;
    expect((await repeating).status).toBe(202);
    expect(front.seen.slice(sentBefore)).toEqual(["POST /v1/calls"]);
  });

  /** Paths that a runtime may normalize before the proxy sees them, and bodies that it reads. */
  const attacks: [request: BrowserRequest, status: number][] = [
    [{ path: "/v1/categories/%2e%2e/%2e%2e/__mock__/state" }, 404],
    [{ path: "/v1/../../__mock__/state" }, 404],
    [{ path: "/v1/categories/%252e%252e" }, 400],
    [{ path: "/v1/categories/a%2f..%2fagents" }, 400],
    [{ path: "/v1/categories/..%5cagents" }, 400],
    [{ path: "/v1/categories/a%00b" }, 400],
    [{ method: "POST", path: "/v1/agents", body: {}, headers: { origin: "https://evil.test" } }, 403],
    [{ method: "POST", path: "/v1/agents", body: { name: "x".repeat(20_000) } }, 413],
    [
      { method: "POST", path: "/v1/agents", body: "x".repeat(20_000), headers: { "transfer-encoding": "chunked" } },
      413,
    ],
  ];

  test("no attack reaches the service", async () => {
    const sentBefore = front.seen.length;
    for (const [request, status] of attacks) {
      expect({ request, status: (await send(request)).status }).toEqual({ request, status });
    }
    expect(front.seen.slice(sentBefore)).toEqual([]);
  });

  test("when the connection of a read is reset, the request to the service ends", async () => {
    const ended = new Promise<void>((resolve) => {
      front.instead = (response) => {
        response.on("close", resolve);
        reset();
      };
    });
    const reset = startRequest(origin, { path: "/v1/agents" });
    await ended;
    front.instead = undefined;
  });
});

/** Starts a request, and gives the function that resets its connection. workerd notices no other end of a connection. */
function startRequest(origin: string, { method = "GET", path, body }: BrowserRequest): () => void {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  const text = body === undefined ? "" : JSON.stringify(body);
  const head = [`${method} ${basePath}${path} HTTP/1.1`, "host: 127.0.0.1", "authorization: Bearer asha"];
  const ofBody = ["content-type: application/json", `content-length: ${text.length}`];
  socket.on("error", () => {}).write(`${[...head, ...(text ? ofBody : [])].join("\r\n")}\r\n\r\n${text}`);
  return () => socket.resetAndDestroy();
}

/** The line with which a program says where it listens. */
function firstLineOf({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    stdout?.on("data", (bytes) => {
      printed += bytes;
      const [line, rest] = printed.split("\n", 2);
      if (rest !== undefined) resolve(line?.trim() ?? "");
    });
    stdout?.on("close", () => reject(new Error(`It ended before it listened, and printed: ${printed}`)));
  });
}
