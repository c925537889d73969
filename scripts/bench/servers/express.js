import { readFileSync } from "node:fs";
import express from "express";

const [port, dataPath] = process.argv.slice(2);
const data = JSON.parse(readFileSync(dataPath, "utf8"));
const app = express();

app.get("/v1/agents", (_request, response) => response.json(data));
app.listen(Number(port), "127.0.0.1");
