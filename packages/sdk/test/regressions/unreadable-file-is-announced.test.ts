import { chmodSync } from "node:fs";
import { dirname } from "node:path";
import { CallAnalysis, ConfigurationError } from "@call-analysis/sdk";
import { afterEach, expect, test } from "vitest";
import { temporaryFile } from "../upload/recordings.js";

const nobody = 65534;
const owner = process.geteuid?.() ?? nobody;

afterEach(() => {
  process.seteuid?.(owner);
});

test("a file that may not be read is refused before a grant is asked for", async () => {
  const path = temporaryFile("call.wav");
  chmodSync(dirname(path), 0o755);
  chmodSync(path, 0o000);
  // The superuser may read everything.
  if (owner === 0) process.seteuid?.(nobody);
  let requests = 0;
  const fetch = async () => {
    requests += 1;
    return new Response(null, { status: 500 });
  };
  const sdk = new CallAnalysis({ apiKey: "key", baseUrl: "http://127.0.0.1:9/v1", retry: false, fetch });
  const upload = sdk.calls.upload({ path }, { contentType: "audio/wav" });
  await expect(upload).rejects.toBeInstanceOf(ConfigurationError);
  expect(requests).toBe(0);
});
