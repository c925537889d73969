import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** What a program prints that uses the built package. */
function printedBy(type: "module" | "commonjs", program: string): unknown {
  const cwd = fileURLToPath(new URL("../../..", import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [`--input-type=${type}`, "-e", program], { cwd, encoding: "utf8" }));
}

const load = {
  module: 'import * as sdk from "@call-analysis/sdk"; import * as node from "@call-analysis/sdk/node";',
  commonjs: 'const sdk = require("@call-analysis/sdk"); const node = require("@call-analysis/sdk/node");',
} as const;

const types = Object.keys(load) as (keyof typeof load)[];

test.each(types)(
  "entries and copies know each other's errors, and a console shows the client by its name, as %s",
  (type) => {
    const program = `${load[type]}
    const other = process.getBuiltinModule("node:module").createRequire(process.cwd() + "/")("@call-analysis/sdk");
    let error;
    try { node.fromPath("") } catch (thrown) { error = thrown }
    const sameClass = error.constructor === sdk.ConfigurationError;
    const isOfOther = [other.ConfigurationError, other.NotFoundError].map((type) => error instanceof type);
    const client = new sdk.CallAnalysis({ apiKey: "key-5f1c", baseUrl: "https://service.test/v1" });
    const { inspect } = process.getBuiltinModule("node:util");
    const shown = [client, client.calls, client.withOptions({})].map((part) => inspect(part, { showHidden: true, depth: 9 }));
    const names = shown.map((text) => text.split(" ")[0]);
    console.log(JSON.stringify({ sameClass, isOfOther, names, showsKey: shown.join().includes("key-5f1c") }));`;
    const names = ["CallAnalysis", "Calls", "CallAnalysis"];
    expect(printedBy(type, program)).toEqual({ sameClass: true, isOfOther: [true, false], names, showsKey: false });
  },
);
