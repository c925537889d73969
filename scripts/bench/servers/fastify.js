import { readFileSync } from "node:fs";
import fastify from "fastify";

const [port, dataPath] = process.argv.slice(2);
const data = JSON.parse(readFileSync(dataPath, "utf8"));
const app = fastify();

app.get("/v1/agents", async () => data);
await app.listen({ port: Number(port), host: "127.0.0.1" });
