import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { getResponse, HttpResponse, http } from "msw";

const [port, dataPath] = process.argv.slice(2);
const data = JSON.parse(readFileSync(dataPath, "utf8"));
const origin = `http://127.0.0.1:${port}`;
const handlers = [http.get(`${origin}/v1/agents`, () => HttpResponse.json(data))];

createServer(async ({ url, headers }, response) => {
  const answer = await getResponse(handlers, new Request(`${origin}${url}`, { headers }));
  const text = await answer.text();
  response.writeHead(answer.status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
  response.end(text);
}).listen(Number(port), "127.0.0.1");
