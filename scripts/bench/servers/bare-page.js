// Plain JavaScript, like the command that it is compared with: no types are stripped.
import { createServer } from "node:http";

const [port] = process.argv.slice(2);
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare page</title><h1>Calls</h1></html>`;

createServer((_, response) => response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page)).listen(
  Number(port),
  "127.0.0.1",
);
