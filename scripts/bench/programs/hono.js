// A server with fixed answers, beside which the fake is measured: `node hono.js PORT ANSWERS`.
// Plain JavaScript: to strip types would be a part of the cold start that is measured.
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const [port, answers] = process.argv.slice(2);
const [list, grant, create] = JSON.parse(answers);
const app = new Hono();
app.get("/v1/agents", (context) => context.json(list));
const answering = (value) => async (context) => {
  await context.req.json();
  return context.json(value);
};
app.post("/v1/calls/presigned-url", answering(grant));
app.post("/v1/calls", answering(create));
app.put("/storage/*", async (context) => {
  await context.req.arrayBuffer();
  return context.body(null);
});
serve({ fetch: app.fetch, port: Number(port), hostname: "127.0.0.1" });
