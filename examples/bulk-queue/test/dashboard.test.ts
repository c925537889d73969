import { request } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { browserTest, hasNoBrowser, newContext } from "../../../scripts/browser/launch-browser.ts";
import { serveDashboard } from "../src/dashboard.ts";
import { type OneMachine, startOneMachine } from "./one-machine.ts";
import { useRedis, withRedis } from "./redis.ts";

describe("the dashboard", withRedis, () => {
  const used = useRedis();

  /** Three completed recordings, and an uncertain one. */
  async function startDashboard(): Promise<{ url: string; machine: OneMachine }> {
    const machine = await startOneMachine(used().server.url);
    const lost = {
      operation: "createCall",
      network: "reset",
      when: "after",
      match: { udfs: { key: "r0003" } },
    } as const;
    machine.service.faults.inject(lost);
    await machine.add(machine.recordings(4));
    await machine.ended();
    const dashboard = await serveDashboard({ redis: used().redis, journal: machine.journal }, { port: 0 });
    onTestFinished(() => dashboard.close());
    return { url: dashboard.url, machine };
  }

  test("the figures count jobs by state, jobs that ended, and uncertain creations, each time anew", async () => {
    const { url } = await startDashboard();
    // A second scrape replaces the first.
    await (await fetch(`${url}/metrics`)).text();
    const response = await fetch(`${url}/metrics`);
    expect(response.headers.get("content-type")).toContain("text/plain; version=0.0.4");
    const lines = (await response.text()).split("\n");
    expect(lines).toEqual(
      expect.arrayContaining([
        'call_analysis_jobs{queue="submit",state="failed"} 1',
        'call_analysis_jobs{queue="wait",state="delayed"} 0',
        'call_analysis_jobs_finished_total{queue="submit",result="completed"} 3',
        'call_analysis_jobs_finished_total{queue="submit",result="failed"} 1',
        "call_analysis_uncertain_creations 1",
      ]),
    );
    // Prometheus refuses a text that declares a metric's type twice.
    const types = lines.filter((line) => line.startsWith("# TYPE"));
    expect(new Set(types).size).toBe(types.length);
  });

  test("a request by another host's name is refused, for a foreign page may have sent it", async () => {
    const { url } = await startDashboard();
    const statusFor = (host: string) =>
      new Promise((resolve) => request(url, { headers: { host } }, ({ statusCode }) => resolve(statusCode)).end());
    expect(await statusFor("evil.example:3000")).toBe(403);
    expect(await statusFor(`localhost:${new URL(url).port}`)).toBe(200);
  });

  browserTest.skipIf(hasNoBrowser)(
    "a browser shows both queues, loads nothing from elsewhere, and runs what it needs",
    async ({ browser }) => {
      const { url } = await startDashboard();
      const page = await (await newContext(browser)).newPage();
      const [errors, addresses]: [string[], string[]] = [[], []];
      page.on("pageerror", (error) => errors.push(error.message));
      page.on("response", (response) => addresses.push(new URL(response.url()).origin));
      await page.goto(`${url}/queue/submit?status=failed`);
      await page.getByText("It is unknown whether the call of").first().waitFor();
      expect(await page.getByRole("link", { name: /wait/ }).count()).toBeGreaterThan(0);
      expect(errors).toEqual([]);
      expect(new Set(addresses)).toEqual(new Set([url]));
    },
  );
});
