/** The client after a bundler's minifier has rewritten it. */
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { minify } from "terser";
import { expect, test } from "vitest";

const entry = fileURLToPath(new URL("../../src/index.ts", import.meta.url));

test("errors know their classes after terser, which moves an argument `new.target` into the function that takes it", async () => {
  const options = { bundle: true, format: "esm", target: "es2022", write: false, tsconfigRaw: {} } as const;
  const { outputFiles } = await build({ entryPoints: [entry], ...options });
  const { code = "" } = await minify(outputFiles[0]?.text ?? "", { module: true, compress: { passes: 2 } });
  // The bundle has the exports of its entry.
  const client = (await import(
    `data:text/javascript,${encodeURIComponent(code)}`
  )) as typeof import("../../src/index.js");
  const fetch = async () => Response.json({}, { status: 404 });
  const sdk = new client.CallAnalysis({ apiKey: "key", baseUrl: "https://service.test/v1", fetch });
  const error = await sdk.agents.delete("nobody").catch((reason) => reason);
  expect(client.NotFoundError.is(error)).toBe(true);
  expect(error).toMatchObject({ name: "NotFoundError" });
});
