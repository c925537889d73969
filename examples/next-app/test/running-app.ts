/** The built application, started as in production, on the fake. */
import { spawn } from "node:child_process";
import { createMockService, type MockService } from "@call-analysis/mock";
import { serve } from "@call-analysis/mock/server";

export interface RunningApp {
  url: string;
  service: MockService;
  stop(): Promise<void>;
}

export async function startApp(): Promise<RunningApp> {
  const service = createMockService({ progression: { mode: "immediate" } });
  // The page uploads to the fake's store, which is another origin.
  const fake = await serve(service, { port: 0, cors: true });
  const env = {
    ...process.env,
    CALL_ANALYSIS_BASE_URL: `${fake.url}/v1`,
    CALL_ANALYSIS_API_KEY: "test-key",
    APP_SECRET: "a text of at least 32 characters for tests",
    NODE_ENV: "production" as const,
  };
  const next = spawn(process.execPath, ["node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1", "-p", "0"], {
    env,
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = "";
    const read = (text: Buffer) => {
      output += text;
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
      if (found && output.includes("Ready")) resolve(found);
    };
    next.stdout.on("data", read);
    next.stderr.on("data", read);
    next.once("exit", (code) => reject(new Error(`next start ended with ${code}.\n${output}`)));
  });
  return {
    url,
    service,
    async stop() {
      const ended = new Promise((resolve) => next.once("exit", resolve));
      next.kill();
      await ended;
      await fake.close();
    },
  };
}

/** Signs in by the page's form, as a browser without JavaScript would, and returns the cookie. */
export async function signIn(url: string, name: string): Promise<string> {
  const page = await (await fetch(url)).text();
  const form = new FormData();
  for (const [, hidden = ""] of page.matchAll(/<input type="hidden" name="([^"]*)"/g)) form.append(hidden, "");
  form.append("name", name);
  const response = await fetch(url, { method: "POST", body: form, redirect: "manual" });
  const [cookie] = response.headers.getSetCookie();
  if (!cookie) throw new Error(`Signing in gave ${response.status} and no cookie.`);
  return cookie.split(";")[0] ?? "";
}
