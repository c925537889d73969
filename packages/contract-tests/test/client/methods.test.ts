import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { documentedOperations } from "../../src/contract/openapi-document.ts";
import { capturingClient } from "./captured.ts";
import { flows, methods, namesAdvice } from "./methods.ts";

const { sdk } = capturingClient(() => new Response());

const methodsOfClient = Object.entries({
  agents: sdk.agents,
  calls: sdk.calls,
  campaigns: sdk.campaigns,
  categories: sdk.categories,
}).flatMap(([resource, object]) =>
  Object.entries(object).flatMap(([name, value]) => (typeof value === "function" ? `${resource}.${name}` : [])),
);

const namesOfMethods = Object.values(methods).map(({ name }) => name);

test("the client has one method for each operation of the document, and otherwise only flows", () => {
  expect(Object.keys(methods).sort()).toEqual(documentedOperations.map(({ operationId }) => operationId).sort());
  expect(new Set(namesOfMethods).size).toBe(namesOfMethods.length);
  const single = methodsOfClient.filter((name) => !flows.includes(name));
  expect(single.sort(), namesAdvice).toEqual([...namesOfMethods].sort());
});

test("the client's README names each method in its table", () => {
  const readme = readFileSync(new URL("../../../sdk/README.md", import.meta.url), "utf8");
  const rows = new Map(readme.split("\n").map((line) => [/^\| `sdk\.(\w+)`/.exec(line)?.[1], line]));
  const isMissing = (name: string) => {
    const [resource = "", method] = name.split(".");
    return !rows.get(resource)?.includes(`\`${method}()\``);
  };
  expect(methodsOfClient.filter(isMissing)).toEqual([]);
});
