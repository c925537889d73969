import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [port, dataPath] = process.argv.slice(2);
const data = JSON.parse(readFileSync(dataPath, "utf8"));

createServer((_request, response) => {
  const text = JSON.stringify(data);
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
  response.writeHead(200, headers).end(text);
}).listen(Number(port), "127.0.0.1");
