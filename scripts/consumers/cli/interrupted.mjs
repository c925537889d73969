/** Analyses a folder against the fake, interrupts that, resumes it, and prints what came of it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname } from "node:path";

const files = 12;
mkdirSync("recordings");
for (let index = 0; index < files; index += 1) {
  const bytes = Buffer.alloc(200_000, `recording ${index} `);
  bytes.write("RIFF....WAVE", 0, "latin1");
  writeFileSync(`recordings/call-${index}.wav`, bytes);
}

/** Starts the command as its link does, on the Node that runs this, which comes first on the path. */
function start(parameters, env = {}) {
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
  const child = spawn("node_modules/.bin/call-analysis", parameters, { env: { ...process.env, ...env, PATH } });
  const run = { child, stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (run.stdout += chunk));
  child.stderr.on("data", (chunk) => (run.stderr += chunk));
  run.ended = once(child, "close").then(([code]) => code);
  return run;
}

async function until(condition) {
  for (let waitedMs = 0; !(await condition()); waitedMs += 50) {
    if (waitedMs > 120_000) throw new Error("It did not happen in two minutes.");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const mock = start(["mock", "--port", "0", "--log", "none"]);
try {
  await until(() => mock.stdout.includes("ready at"));
  const [, baseUrl] = /ready at (\S+)/.exec(mock.stdout);
  const control = baseUrl.replace(/\/v1$/, "/__mock__");
  const env = { CALL_ANALYSIS_BASE_URL: baseUrl, CALL_ANALYSIS_API_KEY: "test-key" };
  const countCalls = async () => (await (await fetch(`${control}/calls`)).json()).calls.length;
  const ask = async (path) =>
    (await (await fetch(`${baseUrl}${path}`, { headers: { authorization: "Bearer test-key" } })).json()).data;
  const [[agent], [category]] = await Promise.all([ask("/agents"), ask("/categories")]);
  const fields = ["--member", agent.id, "--category", category.id, "--journal", "calls.journal"];

  const interrupted = start(["analyze", "recordings/", ...fields], env);
  await until(async () => (await countCalls()) >= 3);
  interrupted.child.kill("SIGINT");
  const first = await interrupted.ended;
  const resumed = start(["resume", "calls.journal", "--table"], env);
  const second = await resumed.ended;
  const calls = await countCalls();
  console.log(
    JSON.stringify({ node: process.versions.node, exitCodes: [first, second], calls, table: resumed.stdout }),
  );
} finally {
  mock.child.kill();
}
