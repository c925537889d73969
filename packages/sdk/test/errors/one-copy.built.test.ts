import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** What a program prints that uses the built package. */
function printedBy(type: "module" | "commonjs", program: string): unknown {
  const cwd = fileURLToPath(new URL("../..", import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [`--input-type=${type}`, "-e", program], { cwd, encoding: "utf8" }));
}

const load = {
  module: 'import * as sdk from "@call-analysis/sdk"; import * as node from "@call-analysis/sdk/node";',
  commonjs: 'const sdk = require("@call-analysis/sdk"); const node = require("@call-analysis/sdk/node");',
} as const;

const types = Object.keys(load) as (keyof typeof load)[];

test.each(types)("an error of the entry ./node is made by a class of the main entry, as %s", (type) => {
  const program = `${load[type]}
    let error;
    try { node.fromPath("") } catch (thrown) { error = thrown }
    const sameClass = error.constructor === sdk.ConfigurationError;
    console.log(JSON.stringify({ sameClass, isInstance: error instanceof sdk.ConfigurationError }));`;
  expect(printedBy(type, program)).toEqual({ sameClass: true, isInstance: true });
});

test("an error of the package as a module is an instance of the classes of the package as CommonJS", () => {
  const program = `${load.module}
    import { createRequire } from "node:module";
    const other = createRequire(process.cwd() + "/")("@call-analysis/sdk");
    const error = new sdk.NotFoundError("gone", { status: 404, fieldErrors: [] });
    console.log(JSON.stringify([other.NotFoundError, other.ApiError, other.ServerError].map((type) => error instanceof type)));`;
  expect(printedBy("module", program)).toEqual([true, true, false]);
});

test.each(types)("a console shows the built client by its name, and nothing of its key, as %s", (type) => {
  const program = `${load[type]}
    const client = new sdk.CallAnalysis({ apiKey: "key-5f1c", baseUrl: "https://service.test/v1" });
    const { inspect } = process.getBuiltinModule("node:util");
    const shown = [client, client.calls, client.withOptions({})].map((part) => inspect(part, { showHidden: true, depth: 9 }));
    console.log(JSON.stringify([...shown.map((text) => text.split(" ")[0]), shown.join().includes("key-5f1c")]));`;
  expect(printedBy(type, program)).toEqual(["CallAnalysis", "Calls", "CallAnalysis", false]);
});
