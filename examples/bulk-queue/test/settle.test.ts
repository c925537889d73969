import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { createMockService } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";
import { CallAnalysis } from "@call-analysis/sdk";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { RedisJournal } from "../src/journal.ts";
import { recordingsFor } from "./recordings.ts";
import { useRedis, withRedis } from "./redis.ts";

describe("the command settle", withRedis, () => {
  const used = useRedis();
  const program = join(import.meta.dirname, "../src/settle.ts");

  async function claim(...keys: string[]): Promise<RedisJournal> {
    const journal = new RedisJournal(used().redis);
    for (const key of keys) await journal.claim(key);
    return journal;
  }

  const run = (...parameters: string[]) =>
    promisify(execFile)(process.execPath, [program, ...parameters], {
      env: { ...process.env, REDIS_URL: used().server.url, JOURNAL_REDIS_URL: used().server.url },
    });

  test("lists uncertain creations on stdout, each with the time of its claim", async () => {
    await claim("a b", "c:d");
    const lines = (await run()).stdout.trimEnd().split("\n");
    expect(lines).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z {2}a b$/),
      expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z {2}c:d$/),
    ]);
  });

  test("records a call that was found, and refuses one that the service does not have", async () => {
    const service = createMockService();
    const server = await serve(service, { port: 0 });
    onTestFinished(() => server.close());
    const { apiKey, baseUrl } = service.clientOptions();
    vi.stubEnv("CALL_ANALYSIS_BASE_URL", baseUrl);
    vi.stubEnv("CALL_ANALYSIS_API_KEY", `${apiKey}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const [recording] = (await recordingsFor(service))(1);
    const sdk = new CallAnalysis(service.clientOptions());
    const { path = "", memberId = "", categoryId = "" } = recording ?? {};
    const { callId } = await sdk.calls.submitFile({ file: { path }, memberId, categoryId });
    const journal = await claim("a b");
    await expect(run("a b", "--call", "call_TYPO")).rejects.toThrow("has no call call_TYPO. Nothing was settled");
    expect(await journal.find("a b")).toEqual({ state: "uncertain" });
    await run("a b", "--call", callId);
    expect(await journal.find("a b")).toEqual({ state: "created", callId });
  });

  test.each([[["a"]], [["a", "--recreate", "--skip"]], [["--recreate"]]])(
    "refuses %j, and decides nothing",
    async (parameters) => {
      const journal = await claim("a");
      await expect(run(...parameters)).rejects.toThrow("Usage: ");
      expect(await journal.find("a")).toEqual({ state: "uncertain" });
    },
  );

  test("refuses a key that is not uncertain", async () => {
    await claim("a");
    await expect(run("b", "--recreate")).rejects.toThrow('"b" is not uncertain');
  });
});
