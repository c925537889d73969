import { fileURLToPath } from "node:url";
import * as sdk from "@call-analysis/sdk";
import { build } from "esbuild";
import { minify } from "terser";
import { expect, test } from "vitest";

test.each([
  undefined,
  null,
  "NotFoundError",
  404,
  {},
  [],
  new Error("no"),
  { name: "NotFoundError", code: "not_found" },
])("is() is false for %o", (value) => {
  expect(sdk.CallAnalysisError.is(value)).toBe(false);
  expect(sdk.NotFoundError.is(value)).toBe(false);
});

test("every error class has its own name, and extends CallAnalysisError", () => {
  const classes = Object.values(sdk).filter((value) => typeof value === "function" && "className" in value);
  const names = classes.map((type) => type.className);
  expect(new Set(names).size).toBe(classes.length);
  expect(
    Object.entries(sdk)
      .filter(([, value]) => classes.includes(value as never))
      .map(([exported]) => exported),
  ).toEqual(names);
  for (const type of classes) {
    expect(type === sdk.CallAnalysisError || type.prototype instanceof sdk.CallAnalysisError).toBe(true);
  }
});

test("is() can be passed on as a function, and stays the one of its class", () => {
  const errors = [new Error("foreign"), new sdk.AbortError("Ended.", { requestSent: false })];
  expect(errors.filter(sdk.AbortError.is)).toEqual([errors[1]]);
});

test("errors know their classes after terser, which moves an argument `new.target` into the function that takes it", async () => {
  const entryPoints = [fileURLToPath(new URL("../../src/errors.ts", import.meta.url))];
  const options = { bundle: true, format: "esm", target: "es2022", write: false, tsconfigRaw: {} } as const;
  const { outputFiles } = await build({ entryPoints, ...options });
  const { code = "" } = await minify(outputFiles[0]?.text ?? "", { module: true, compress: { passes: 2 } });
  // The bundle has the exports of its entry.
  const minified: Pick<typeof sdk, "NotFoundError"> = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const response = {
    requestId: null,
    headers: new Headers(),
    body: undefined,
    fieldErrors: [],
    retryAfterMs: undefined,
  };
  const error = new minified.NotFoundError("gone", { ...response, status: 404 });
  expect(sdk.NotFoundError.is(error)).toBe(true);
  expect(error).toMatchObject({ name: "NotFoundError" });
});
