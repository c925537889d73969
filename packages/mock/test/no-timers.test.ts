import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { built, temporaryFolder } from "./support/built.js";

const script = `
import { createMockService } from "./index.mjs";
const service = createMockService({ progression: { mode: "time", processingMs: 3600000, pendingMs: 3600000 } });
const ask = (method, path, body) =>
  service.fetch(service.addresses.baseUrl + path, { method, headers: { authorization: "Bearer test-key" }, body })
    .then((response) => response.json());
const [{ id: memberId }] = (await ask("GET", "/agents")).data;
const [{ id: categoryId }] = (await ask("GET", "/categories")).data;
const audio_url = "https://recordings.example.com/a.wav";
const { data } = await ask("POST", "/calls", JSON.stringify({ memberId, categoryId, audio_url }));
console.log((await ask("GET", "/calls/" + data.callId + "/analysis")).data.status);
`;

test("a process that makes a service and calls that are under way ends by itself", async () => {
  const folder = temporaryFolder();
  try {
    await built("index", folder);
    writeFileSync(join(folder, "script.mjs"), script);
    const output = execFileSync(process.execPath, [join(folder, "script.mjs")], { encoding: "utf8", timeout: 120_000 });
    expect(output).toBe("processing\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
