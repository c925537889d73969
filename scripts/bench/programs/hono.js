// A server of one list, beside which the fake is measured: `node hono.js PORT FILE`.
// Plain JavaScript: to strip types would be a part of the cold start that is measured.
import { readFileSync } from "node:fs";
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const [port, dataPath] = process.argv.slice(2);
const data = JSON.parse(readFileSync(dataPath, "utf8"));
const app = new Hono();
app.get("/v1/agents", (context) => context.json(data));
serve({ fetch: app.fetch, port: Number(port), hostname: "127.0.0.1" });
