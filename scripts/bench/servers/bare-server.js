// A server of one list, made with a package that the fake is compared with: `node bare-server.js PACKAGE PORT FILE`.
// Plain JavaScript: to strip types would be a part of the cold start that it is the measure of.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [name, port, dataPath] = process.argv.slice(2);
const data = JSON.parse(readFileSync(dataPath, "utf8"));
const path = "/v1/agents";
const host = "127.0.0.1";

const servers = {
  async hono() {
    const [{ Hono }, { serve }] = await Promise.all([import("hono"), import("@hono/node-server")]);
    const app = new Hono();
    app.get(path, (context) => context.json(data));
    serve({ fetch: app.fetch, port: Number(port), hostname: host });
  },
  node() {
    createServer((_request, response) => send(response, JSON.stringify(data))).listen(Number(port), host);
  },
  async express() {
    const { default: express } = await import("express");
    const app = express();
    app.get(path, (_request, response) => response.json(data));
    app.listen(Number(port), host);
  },
  async fastify() {
    const { default: fastify } = await import("fastify");
    const app = fastify();
    app.get(path, async () => data);
    await app.listen({ port: Number(port), host });
  },
  async "msw-get-response"() {
    const { getResponse, HttpResponse, http } = await import("msw");
    const origin = `http://${host}:${port}`;
    const handlers = [http.get(`${origin}${path}`, () => HttpResponse.json(data))];
    createServer(async ({ url, headers }, response) => {
      const answer = await getResponse(handlers, new Request(`${origin}${url}`, { headers }));
      send(response, await answer.text());
    }).listen(Number(port), host);
  },
};

function send(response, text) {
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
  response.writeHead(200, headers).end(text);
}

await servers[name]();
